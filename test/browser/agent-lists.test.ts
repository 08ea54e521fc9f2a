import { expect, test } from 'vitest';
import { makePdf } from '../areas/knowledge/documents.ts';
import { drawMenu, row } from '../areas/replies/draw-menu.ts';
import { pixel } from '../support/files/samples.ts';
import { button, openAgent, region, save } from './agent-page.ts';
import { describeInBrowser, expectAccessible, shoot } from './support.ts';

describeInBrowser('the lists of an agent', () => {
  test('a moved entry keeps the focus, so the keyboard can move it further', async () => {
    const faqs = ['One?', 'Two?', 'Three?'].map((question) => ({ question, answer: 'Yes.' }));
    const { page, read } = await openAgent('answers', { faqs });
    const order = async () => (await read()).faqs.map((faq: { question: string }) => faq.question);
    await button(page, 'Move down: One?').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Now in place 2 of 3' }).waitFor({ state: 'attached' });
    await expect.poll(order).toEqual(['Two?', 'One?', 'Three?']);
    await page.locator('[aria-label="Move down: One?"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual(['Two?', 'Three?', 'One?']);
    // The entry is already at the bottom.
    await page.locator('[aria-label="Move up: One?"]:focus').waitFor();
  });

  test('a service, a rule and a question are changed and deleted', async () => {
    const { page, say, read, open } = await openAgent('offers', {
      services: [{ name: 'Cut', price: 30 }],
      faqs: [{ question: 'Where are you?', answer: 'Main Street 1.' }],
      rules: { items: [{ kind: 'info', text: 'There is parking.' }] },
    });
    const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await button(page, 'Edit: Cut').click();
    await page.getByRole('form', { name: 'Cut' }).getByLabel(say.services.price).fill('35.5');
    expect(await button(page, say.services.add).isDisabled(), 'another form would take its place').toBe(true);
    await save(page.getByRole('form', { name: 'Cut' }));
    await expect.poll(async () => (await read()).services).toMatchObject([{ name: 'Cut', price: 35.5 }]);
    await region(page, say.services.title).getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm();
    await page.getByText(say.services.none).waitFor();
    await open('rules');
    await button(page, 'Edit: There is parking.').click();
    const rule = page.getByRole('form', { name: 'There is parking.' });
    await rule.getByLabel(say.rules.text).fill('There is free parking.');
    await save(rule);
    await page.getByText('There is free parking.').waitFor();
    expect((await read()).rules).toMatchObject([{ kind: 'info', text: 'There is free parking.', active: true }]);
    await button(page, 'Delete').click();
    await confirm();
    await page.getByText(say.rules.none).waitFor();
    await open('answers');
    await button(page, 'Edit: Where are you?').click();
    const faq = page.getByRole('form', { name: 'Where are you?' });
    await faq.getByRole('textbox', { name: say.faq.answer }).fill('Main Street 2.');
    await save(faq);
    await page.getByText('Main Street 2.').waitFor();
    expect((await read()).faqs).toMatchObject([{ question: 'Where are you?', answer: 'Main Street 2.' }]);
    await button(page, 'Delete').click();
    await confirm();
    await page.getByText(say.faq.none).waitFor();
    expect(await read()).toMatchObject({ services: [], rules: [], faqs: [] });
  });

  test('products are added with a picture, taken off sale, found and deleted', async () => {
    const { page, owner, path, say } = await openAgent('offers', {}, { language: 'pt' });
    const items = async () => (await owner.get(`${path}/catalog-items`)).body.data;
    const card = region(page, say.items.title);
    await button(page, say.items.add).click();
    const form = page.getByRole('form', { name: say.items.add });
    await form.getByLabel(say.items.name).fill('Pizza calabresa');
    await form.getByLabel(say.services.price).fill('49,90');
    await form.getByLabel(say.items.category).fill('Pizzas');
    await form.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel });
    await expectAccessible(page);
    await save(form);
    await card.getByText('Pizza calabresa · R$ 49,90').waitFor();
    await owner.post(`${path}/catalog-items`, { name: 'Guaraná', price: 8 });
    await card.locator('img').waitFor();
    expect(await items()).toMatchObject([
      { name: 'Pizza calabresa', price: 49.9, category: 'Pizzas', active: true },
      {},
    ]);
    await page.getByRole('switch', { name: `${say.items.active}: Pizza calabresa` }).click();
    await expect.poll(async () => (await items())[0].active).toBe(false);
    await expectAccessible(page);
    await shoot(page, 'agent-products');
    await card.getByLabel(say.items.search).fill('guarana');
    await card.getByText('Guaraná · R$ 8,00').waitFor();
    await card.getByText('Pizza calabresa · R$ 49,90').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Excluir', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click();
    await card.getByText(say.items.notFound).waitFor();
    expect(await items()).toHaveLength(1);
  });

  test('a price list is imported; its products are not for sale before a person has reviewed them', async () => {
    const { page, owner, path, say } = await openAgent('offers', {}, { language: 'pt' });
    const buffer = await makePdf((pdf) => pdf.text('Pizza Margherita ... R$ 45,00\nPizza Calabresa ... R$ 49,90'));
    const chooser = page.waitForEvent('filechooser');
    await button(page, say.items.readFile).click();
    await (await chooser).setFiles({ name: 'cardapio.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('2 produtos foram lidos.').waitFor();
    await page.getByText('Pizza Calabresa · R$ 49,90').waitFor();
    const items = (await owner.get(`${path}/catalog-items`)).body.data;
    expect(items.map(({ active }: { active: boolean }) => active)).toEqual([false, false]);
    expect(await page.getByRole('switch').first().isChecked()).toBe(false);
    await expectAccessible(page);
    await shoot(page, 'agent-products-off-sale');
    await button(page, say.items.sellAll).click();
    await page.getByRole('dialog').getByRole('button', { name: say.items.sellAll }).click();
    await page.getByText(say.items.sold_other.replace('{{count}}', '2')).waitFor();
    await page.getByText(say.items.off_other.replace('{{count}}', '2')).waitFor({ state: 'detached' });
    expect(await page.getByRole('switch').first().isChecked()).toBe(true);
  });

  test('picked products are put on sale together, and taken off again by undoing it', async () => {
    const { page, owner, path, say } = await openAgent('offers', {}, { language: 'pt' });
    for (const name of ['Margherita', 'Calabresa', 'Portuguesa']) {
      await owner.post(`${path}/catalog-items`, { name, price: 45, active: false });
    }
    const offered = async () =>
      (await owner.get(`${path}/catalog-items?active=true`)).body.data.map((item: { name: string }) => item.name);
    const pick = (name: string) => page.getByRole('checkbox', { name: say.items.pick.replace('{{name}}', name) });
    await page.reload();
    await pick('Margherita').check();
    await pick('Portuguesa').check();
    const bar = page.getByRole('group', { name: say.items.bulk.label });
    await bar.getByText('2 selecionados').waitFor();
    await expectAccessible(page);
    await shoot(page, 'agent-products-picked');
    await bar.getByRole('button', { name: say.items.bulk.sell }).click();
    await expect.poll(offered).toEqual(['Margherita', 'Portuguesa']);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(offered).toEqual([]);
    await page.getByRole('checkbox', { name: say.items.pickAll }).check();
    await bar.getByText('3 selecionados').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
  });

  test('several pictures of a menu are imported at once, page by page; a PDF among them is rejected', async () => {
    const { page, owner, path, say } = await openAgent('offers', {}, { language: 'pt' });
    const choose = async (files: { name: string; mimeType: string; buffer: Buffer }[]) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, say.items.readFile).click();
      await (await chooser).setFiles(files);
    };
    const picture = async (name: string, text: string) => ({
      name,
      mimeType: 'image/png',
      buffer: await drawMenu([row(text)]),
    });
    const pages = [
      await picture('pagina 10.png', 'Guaraná ........ R$ 8,00'),
      await picture('pagina 2.png', 'Margherita ........ R$ 45,00'),
    ];
    const pdf = { name: 'cardapio.pdf', mimeType: 'application/pdf', buffer: await makePdf((doc) => doc.text('Menu')) };
    await choose([...pages, pdf]);
    await page.getByText(say.items.readOneOrPictures.replace('{{count}}', '6')).waitFor();
    expect((await owner.get(`${path}/catalog-items`)).body.data).toEqual([]);
    await choose(pages);
    await page.getByText(say.items.read_other.replace('{{count}}', '2')).waitFor({ timeout: 60_000 });
    const items = (await owner.get(`${path}/catalog-items`)).body.data;
    expect(items.map(({ name, active }: { name: string; active: boolean }) => [name, active])).toEqual([
      ['Margherita', false],
      ['Guaraná', false],
    ]);
    await expectAccessible(page);
    await shoot(page, 'agent-products-read');
    await choose(pages);
    await page.getByText(say.items.readNothingNew).waitFor({ timeout: 60_000 });
  });
});

import { expect, test } from 'vitest';
import { makePhoto } from '../support/files/samples.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

const promo = (name: string, more: object = {}) => ({
  name,
  category: 'MARKETING',
  language: 'pt_BR',
  components: [
    { type: 'BODY', text: 'Oi {{1}}, hoje tem pizza em dobro na loja!', example: { body_text: [['Ana']] } },
    { type: 'FOOTER', text: 'Responda SAIR para parar' },
  ],
  ...more,
});

/** A console of a shop with a cloud channel. */
async function startShop(options: Parameters<typeof startConsole>[0] = {}) {
  const console = await startConsole(options);
  const channel = await pairChannel(console.shop, 'CLOUD_API');
  const path = `/api/channels/${channel.id}/chat-templates`;
  return { ...console, channel, path, create: (body: object) => console.owner.post(path, body) };
}

const fits = 'document.documentElement.scrollWidth <= innerWidth';

describeInBrowser('message templates', () => {
  test.each(journeyLanguages)(
    'a template is written beside its preview, its faults are told at their place, and it is submitted, in %s',
    async (language) => {
      const { page, owner, go, channel } = await startShop({ language, viewport: 'laptop' });
      const say = await wordsOf(language, 'templates');
      await go('/library');
      await page.getByRole('link', { name: say.add }).click();
      await page.getByLabel(say.editor.name).fill('Promo de Terça');
      await page.getByText(say.editor.rewritten).waitFor();
      expect(await page.getByLabel(say.editor.name).inputValue()).toBe('promo_de_terca');
      const body = page.getByRole('textbox', { name: say.editor.body, exact: true });
      await body.fill('Hoje tem pizza em dobro, *só hoje*: venha até as 22 h, ');
      await page.getByRole('button', { name: say.editor.addVariable }).click();
      const phone = page.getByRole('region', { name: (await wordsOf(language, 'shell')).phone.label });
      await phone.getByText('{{1}}').waitFor();
      const edges = { pt: /começa ou termina/, en: /begins or ends/, es: /empieza o termina/ }[language];
      await page.getByText(edges).waitFor();
      // The sample is missing: nothing is submitted, and the field says so.
      const submit = page.getByRole('button', { name: say.editor.submit });
      await submit.click();
      await page.getByRole('alert').getByText(say.editor.faults_one.replace('{{count}}', '1')).waitFor();
      const sample = page.getByLabel(say.editor.sample.replace('{{name}}', '{{1}}'));
      expect(await sample.getAttribute('aria-invalid')).toBe('true');
      await sample.fill('Ana');
      await phone.getByText('22 h, Ana').waitFor();
      await body.press('End');
      await body.pressSequentially(' !');
      await page.getByLabel(say.editor.footer).fill('SAIR para parar');
      await page.getByRole('button', { name: say.editor.addButton }).click();
      await page.getByRole('menuitem', { name: say.buttons.QUICK_REPLY }).click();
      await page.getByLabel(say.editor.label).fill('Quero!');
      await phone.getByText('Quero!').waitFor();
      await page.getByText(edges).waitFor({ state: 'detached' });
      await expectAccessible(page);
      await shoot(page, `templates-editor-${language}`);
      await submit.click();
      await page.waitForURL('**/library/templates/tpl_*');
      await page.getByRole('heading', { level: 1, name: 'promo_de_terca' }).waitFor();
      await page.getByText(say.status.APPROVED, { exact: true }).first().waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'templates-page');
      const { body: made } = await owner.get(`/api/chat-templates?channelId=${channel.id}&search=promo_de_terca`);
      expect(made.data[0]).toMatchObject({ name: 'promo_de_terca', variables: ['1'], category: 'MARKETING' });
    },
  );

  test('a template with a picture gets a sample, a phone call and a link, and an unfinished one is there again', async () => {
    const { page, go, owner } = await startShop({ language: 'pt', viewport: 'phone' });
    const say = await wordsOf('pt', 'templates');
    await go('/library/templates/new');
    await page.getByLabel(say.editor.name).fill('cardapio');
    await page.getByText(say.formats.IMAGE, { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'pizza.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePhoto(),
    });
    await page.getByRole('img', { name: 'pizza.jpg' }).waitFor();
    await page
      .getByRole('textbox', { name: say.editor.body, exact: true })
      .fill('Novo cardápio na loja. SAIR para parar.');
    for (const [type, label] of [
      ['PHONE_NUMBER', 'Ligar'],
      ['URL', 'Ver'],
    ] as const) {
      await page.getByRole('button', { name: say.editor.addButton }).click();
      await page.getByRole('menuitem', { name: say.buttons[type] }).click();
      await page.getByLabel(say.editor.label).last().fill(label);
    }
    await page.getByLabel(say.editor.phone).fill('+55 11 3000-0000');
    await page.getByLabel(say.editor.url).fill('pizza.example');
    await page.getByText('Um endereço que começa com').waitFor();
    expect(await page.evaluate(fits)).toBe(true);
    await expectAccessible(page);
    await shoot(page, 'templates-editor-phone');
    await page.reload();
    expect(await page.getByLabel(say.editor.url).inputValue()).toBe('pizza.example');
    await page.getByLabel(say.editor.url).fill('https://pizza.example/menu');
    await page.getByRole('button', { name: say.editor.submit }).click();
    await page.waitForURL('**/library/templates/tpl_*');
    const { body: made } = await owner.get('/api/chat-templates?search=cardapio');
    expect(made.data[0].components).toMatchObject([
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY' },
      { type: 'BUTTONS', buttons: [{ phone_number: '+551130000000' }, { url: 'https://pizza.example/menu' }] },
    ]);
    await go('/library/templates/new');
    await page.getByRole('heading', { level: 1, name: say.add }).waitFor();
    expect(await page.getByLabel(say.editor.name).inputValue()).toBe('');
  });

  test('the list tells what the platform decided and why, syncs, and leads to a copy of a refused template', async () => {
    const { page, go, create, owner, channel, shop } = await startShop({ language: 'en' });
    await create(promo('promo_reject'));
    await create(promo('spring_pending'));
    await create(promo('summer'));
    await owner.put(`/api/simulator/channels/${channel.id}/templates/welcome`, { components: promo('').components });
    await go('/library/templates');
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await line('promo_reject').getByText('Refused').waitFor();
    await line('promo_reject').getByText('The simulator rejects names').waitFor();
    await line('spring_pending').getByText('In review').waitFor();
    await page.getByRole('button', { name: 'Sync' }).click();
    await page.getByText(/new, \d+ changed/).waitFor();
    await line('welcome').waitFor();
    await expectAccessible(page);
    await shoot(page, 'templates-list');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Refused' }).click();
    await line('summer').waitFor({ state: 'detached' });
    await line('promo_reject').getByRole('link').click();
    await page.getByText('A refused template cannot be changed').waitFor();
    await page.getByRole('link', { name: 'Copy and mend' }).click();
    const name = page.getByLabel('Name');
    await expect.poll(() => name.inputValue()).toBe('promo_reject_2');
    await name.fill('promo_mended');
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByRole('heading', { level: 1, name: 'promo_mended' }).waitFor();
    // The page of a template under review follows the review.
    await go('/library/templates');
    await page.getByRole('link', { name: 'summer' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/library/templates');
    await line('summer').waitFor({ state: 'detached' });
    await shop.settle();
  });

  test('a channel without a review has a template at once, also one with a file', async () => {
    const { page, go, shop, owner } = await startConsole({ language: 'en' });
    await pairChannel(shop);
    await go('/library/templates');
    await page.getByRole('link', { name: 'New template' }).click();
    await page.getByText('This channel has no review').waitFor();
    await page.getByLabel('Name').fill('menu');
    await page.getByText('Document', { exact: true }).click();
    await page.getByText('You choose the file when you send the template.').waitFor();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('OUR NEW MENU IS HERE FOR YOU');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    const { body: made } = await owner.get('/api/chat-templates?search=menu');
    expect(made.data[0]).toMatchObject({ local: true, status: 'APPROVED', components: [{ format: 'DOCUMENT' }, {}] });
  });

  test('an approved template is sent to a customer who never wrote, and opens a campaign', async () => {
    const { page, go, create, channel } = await startShop({ language: 'en', viewport: 'phone' });
    const { body: made } = await create(promo('summer'));
    await go(`/library/templates/${made.id}`);
    await page.getByRole('link', { name: 'Send to a customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New conversation' });
    await dialog.getByRole('textbox', { name: 'Name or phone number' }).fill('+55 11 98000-0001');
    expect(await dialog.getByRole('combobox', { name: 'Approved template' }).inputValue()).toBe('summer (pt_BR)');
    await dialog.getByLabel('Value of 1').fill('Bia');
    await dialog.getByRole('button', { name: 'Start the conversation' }).click();
    await page.waitForURL('**/inbox/conv_*');
    await page.getByText('Oi Bia, hoje tem pizza em dobro na loja!').last().waitFor();
    expect(JSON.stringify(await channel.phoneShows('+5511980000001'))).toContain('Oi Bia');
    await go(`/library/templates/${made.id}`);
    await page.getByRole('link', { name: 'Use in a campaign' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Message template' }).waitFor();
    await expect
      .poll(() => page.getByRole('dialog').getByRole('combobox', { name: 'Message template' }).inputValue())
      .toBe('summer (pt_BR)');
    await go('/library/templates');
    await page.getByRole('link', { name: 'summer' }).waitFor();
    expect(await page.evaluate(fits)).toBe(true);
    await shoot(page, 'templates-list-phone');
    await expectAccessible(page);
  });
});

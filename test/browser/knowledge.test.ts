import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

const menu = '# Entregas\n\nEntregamos aos domingos até as 22h. A taxa de entrega é 8 reais.';

describeInBrowser('knowledge', () => {
  test.each(journeyLanguages)(
    'a text is added, indexed and found by a customer’s question; an unreadable one says why, in %s',
    async (language) => {
      const { page, owner, go } = await startConsole({ language });
      const say = await wordsOf(language, 'knowledge');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await go('/knowledge');
      await page.getByText(say.empty).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'knowledge-empty');
      await button(say.add).first().click();
      await page.getByRole('dialog').getByLabel(say.name).fill('Cardápio');
      await button(say.create).click();
      await page.getByRole('heading', { level: 1, name: 'Cardápio' }).waitFor();

      await page.getByLabel(say.addSource.name).fill('Entregas');
      await page.getByRole('textbox', { name: say.addSource.content }).fill(menu);
      await page.getByRole('tabpanel').getByRole('button').click();
      const line = page.getByRole('listitem').filter({ hasText: 'Entregas' });
      await line.getByText(say.status.READY).waitFor({ timeout: 20_000 });

      await page.getByRole('tab', { name: say.addSource.upload }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'vazio.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\nnothing that a reader could use'),
      });
      await page.getByRole('tabpanel').getByRole('button').last().click();
      const broken = page.getByRole('listitem').filter({ hasText: 'vazio.pdf' });
      await broken.getByText(say.status.FAILED).waitFor({ timeout: 30_000 });
      await broken.getByText(say.faults.unreadable).waitFor();

      await page.getByLabel(say.search.question).fill('entrega domingo');
      await button(say.search.ask).click();
      await page.locator('mark').first().waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'knowledge-base');
      const [base] = (await owner.get('/api/knowledge-bases')).body.data;
      expect(base.sourceCount).toBe(2);
    },
  );

  test('a new base is given to the agents, and a trial says which of them would reply from it', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt' });
    const say = await wordsOf('pt', 'knowledge');
    const { id: ana } = (await owner.post('/api/ai-agents', { name: 'Ana' })).body;
    const { id: bia } = (await owner.post('/api/ai-agents', { name: 'Bia' })).body;
    const baseIds = async (id: string) => (await owner.get(`/api/ai-agents/${id}/knowledge-bases`)).body.baseIds;
    await go('/knowledge');
    await page.getByRole('button', { name: say.add }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.name).fill('Entregas');
    await dialog.getByRole('checkbox', { name: 'Bia' }).uncheck();
    await expectAccessible(page);
    await shoot(page, 'knowledge-create');
    await dialog.getByRole('button', { name: say.create }).click();
    await page.getByRole('heading', { level: 1, name: 'Entregas' }).waitFor();
    const [base] = (await owner.get('/api/knowledge-bases')).body.data;
    expect([await baseIds(ana), await baseIds(bia)]).toEqual([[base.id], []]);
    await owner.post(`/api/knowledge-bases/${base.id}/sources/text`, { name: 'Entregas', content: menu });
    // A source that other software adds has no event.
    await page.reload();
    await page.getByRole('listitem').getByText(say.status.READY).waitFor({ timeout: 20_000 });

    await page.getByLabel(say.search.question).fill('Vocês entregam aos domingos?');
    await page.getByRole('button', { name: say.search.ask, exact: true }).click();
    await page.getByText('Ana responderia com ela.').waitFor();
    await page.getByRole('checkbox', { name: 'Ana' }).click();
    await page.getByRole('status').getByText(say.readers.none).waitFor();
    await expectAccessible(page);
    await shoot(page, 'knowledge-unread');
    await page.getByRole('button', { name: say.readers.connect_other }).click();
    await page.getByText('Ana e Bia responderiam com ela.').waitFor();
    expect([await baseIds(ana), await baseIds(bia)]).toEqual([[base.id], [base.id]]);
  });

  test('a source is indexed again, excluded from the search, opened and deleted; then the base is deleted', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    const { id } = (await owner.post('/api/knowledge-bases', { name: 'Menu' })).body;
    await owner.post(`/api/knowledge-bases/${id}/sources/text`, { name: 'Delivery', content: menu });
    await go(`/knowledge/${id}`);
    const line = page.getByRole('listitem').filter({ hasText: 'Delivery' });
    await line.getByText('Ready').waitFor({ timeout: 20_000 });
    await line.getByRole('button', { name: 'Passages' }).click();
    await page.locator('.fd-code').getByText('A taxa de entrega').waitFor();
    await line.getByRole('button', { name: 'Read again' }).click();
    await line.getByText('Ready').waitFor({ timeout: 20_000 });
    await line.getByRole('switch', { name: 'Use in replies: Delivery' }).click();
    const source = async () => (await owner.get(`/api/knowledge-bases/${id}/sources`)).body.data[0];
    await expect.poll(async () => (await source()).enabled).toBe(false);
    await line.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await line.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete the base' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the base' }).click();
    await page.getByText('No knowledge base yet').waitFor();
    expect((await owner.get('/api/knowledge-bases')).body.data).toEqual([]);
  });

  test('a page on a network that is not allowed and a duplicate text are rejected with an explanation', async () => {
    const { page, owner, go } = await startConsole({ language: 'en', env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
    const { id } = (await owner.post('/api/knowledge-bases', { name: 'Menu' })).body;
    await owner.post(`/api/knowledge-bases/${id}/sources/text`, { name: 'Delivery', content: menu });
    await go(`/knowledge/${id}`);
    await page.getByLabel('Name').fill('Again');
    await page.getByRole('textbox', { name: 'Text' }).fill(menu);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('A source with exactly this content is there already.').waitFor();
    await page.getByRole('tab', { name: 'Web page' }).click();
    await page.getByLabel('Address of the page').fill('menu');
    await page.getByText('Write an address that begins with').waitFor();
    await page.getByLabel('Address of the page').fill('http://127.0.0.1:9/menu');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('This address is not public.').waitFor();
    await expectAccessible(page);
  });

  test.each(journeyLanguages)(
    'synonyms are added, changed and deleted; an invalid one is reported, in %s',
    async (language) => {
      const { page, owner, go } = await startConsole({ language });
      const { id } = (await owner.post('/api/knowledge-bases', { name: 'Menu' })).body;
      await owner.post(`/api/knowledge-bases/${id}/sources/text`, { name: 'Delivery', content: menu });
      const say = (await wordsOf(language, 'knowledge')).synonyms;
      const groups = async () => (await owner.get('/api/knowledge/synonyms')).body.groups;
      await go('/knowledge');
      const card = page.getByRole('region', { name: say.title });
      const dialog = page.getByRole('dialog');
      const save = () => dialog.locator('button[type=submit]').click();
      await card.getByText(say.none).waitFor();
      await card.getByRole('button', { name: say.add }).click();
      const words = dialog.getByLabel(say.words);
      await words.fill('domingos');
      await save();
      await dialog.getByText(say.wordsFew).waitFor();
      await words.fill('meio-dia');
      await words.press('Enter');
      await dialog.getByText(say.wrongWord.replace('{{word}}', 'meio-dia')).waitFor();
      await expectAccessible(page);
      await words.press('Backspace');
      // Like a phone, whose keyboard emits no key events.
      await words.fill('findi dominguera');
      await save();
      await dialog.waitFor({ state: 'detached' });
      await card.getByText('domingos, findi, dominguera').waitFor();
      expect(await groups()).toEqual([{ language: null, words: ['domingos', 'findi', 'dominguera'] }]);
      const found = await owner.post('/api/knowledge/search', { query: 'findi', baseIds: [id] });
      expect(found.body.hits[0].text).toContain('Entregamos aos domingos');

      // Meanwhile another client adds more over the API.
      const others = { language: null, words: ['guarana', 'refri'] };
      await owner.put('/api/knowledge/synonyms', { groups: [others, ...(await groups())] });
      await card.getByRole('button', { name: `${say.edit}: domingos` }).click();
      await words.press('Backspace');
      await dialog.getByRole('combobox', { name: say.language }).click();
      await page.getByRole('option', { name: 'Português' }).click();
      if (language === 'pt') await shoot(page, 'knowledge-synonyms-form');
      await save();
      await card.getByText('guarana, refri').waitFor();
      await expect.poll(groups).toEqual([others, { language: 'pt', words: ['domingos', 'findi'] }]);
      await dialog.waitFor({ state: 'detached' });
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'knowledge-synonyms');
      const line = card.getByRole('listitem').filter({ hasText: 'guarana' });
      await line.getByRole('button').last().click();
      await dialog.getByRole('button').last().click();
      await line.waitFor({ state: 'detached' });
      expect(await groups()).toEqual([{ language: 'pt', words: ['domingos', 'findi'] }]);
    },
  );

  test('the knowledge fits a phone', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt', viewport: 'phone' });
    const { id } = (await owner.post('/api/knowledge-bases', { name: 'Cardápio' })).body;
    await owner.post(`/api/knowledge-bases/${id}/sources/text`, { name: 'Entregas', content: menu });
    await go(`/knowledge/${id}`);
    await page.getByRole('listitem').filter({ hasText: 'Pronta' }).waitFor({ timeout: 20_000 });
    await shoot(page, 'knowledge-phone');
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    expect(await fits()).toBe(true);
    const words = Array.from({ length: 20 }, (_, index) => `apelidobemcompridodeumprato${index}`);
    const groups = [
      { language: 'pt', words },
      { language: null, words: ['guarana', 'refri'] },
    ];
    await owner.put('/api/knowledge/synonyms', { groups });
    await go('/knowledge');
    const edit = page.getByRole('button', { name: 'Editar: apelido' });
    await edit.scrollIntoViewIfNeeded();
    await shoot(page, 'knowledge-synonyms-phone');
    expect(await fits()).toBe(true);
    await edit.click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Idioma' }).waitFor();
    await shoot(page, 'knowledge-synonyms-form-phone');
    expect(await fits()).toBe(true);
  });
});

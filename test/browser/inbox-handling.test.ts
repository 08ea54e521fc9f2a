import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joao, maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, describeInBrowser, expectAccessible, shoot, startConsole, wordsOf } from './support.ts';

/** A console on the conversation list, after messages of João and then Maria. */
async function openList(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', ...options });
  const channel = await pairChannel(open.shop);
  await channel.customerSays(joao, 'Bom dia', { name: 'João Lima' });
  const { conversationId } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
  const words = await wordsOf('en', 'inbox');
  await open.go('/inbox');
  await open.page.getByRole('link', { name: /Maria Souza/ }).waitFor();
  const conversation = async () => (await open.shop.api.get(`/api/conversations/${conversationId}`)).body;
  return { ...open, channel, words, conversation, conversationId };
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

describeInBrowser('handling conversations', () => {
  test('the keyboard moves, opens, hands over, replies, resolves, searches and lists the keys', async () => {
    const { page, words, conversation } = await openList();
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('Maria');
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('João');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toContain('Maria');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Maria Souza' }).waitFor();
    await page.keyboard.press('h');
    await expect.poll(async () => (await conversation()).status).toBe('HANDED_OFF');
    await page.getByRole('button', { name: words.actions.giveBack }).waitFor();
    await page.keyboard.press('h');
    await expect.poll(async () => (await conversation()).status).toBe('ACTIVE');
    await page.keyboard.press('r');
    await page.keyboard.type('jkeh');
    expect(await page.getByRole('textbox', { name: words.composer.write }).inputValue()).toBe('jkeh');
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await expect.poll(async () => (await conversation()).status).toBe('RESOLVED');
    await page.getByRole('button', { name: words.actions.reopen }).waitFor();
    await page.keyboard.press('e');
    await expect.poll(async () => (await conversation()).status).toBe('ACTIVE');
    await page.keyboard.press('/');
    await page.keyboard.type('joa');
    await page.getByRole('link', { name: /Maria Souza/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: words.shortcuts.title }).getByText(words.shortcuts.resolve).waitFor();
    await expectAccessible(page);
  });

  test('conversations are listed by status and stage, assigned, and updated when others change them', async () => {
    const { page, shop, owner, words, conversation, conversationId } = await openList();
    const { body: carla } = await owner.post('/owner/people', { name: 'Carla', role: 'attendant' });
    await shop.api.post('/api/conversation-stages', { name: 'Quote', color: '#e8590c' });
    await page.reload();
    await page.getByRole('link', { name: /Maria Souza/ }).click();
    await page.getByRole('button', { name: new RegExp(`^${words.actions.stage}`) }).click();
    await page.getByRole('menuitem', { name: 'Quote' }).click();
    await page.getByRole('link', { name: /Maria Souza.*Quote/ }).waitFor();
    await page.getByRole('button', { name: words.actions.assign }).click();
    await page.getByRole('menuitem', { name: 'Carla' }).click();
    const assigned = { assignedTo: 'Carla', assignedToUserId: carla.id, stageId: expect.any(String) };
    await expect.poll(conversation).toMatchObject(assigned);
    await page.getByRole('button', { name: words.actions.assignedTo.replace('{{name}}', 'Carla') }).click();
    await page.getByRole('menuitem', { name: words.actions.nobody }).click();
    await expect.poll(conversation).toMatchObject({ assignedTo: null, assignedToUserId: null });
    await page.getByRole('button', { name: words.actions.assign }).click();
    await page.getByRole('menuitem').first().click();
    const { user } = (await owner.get('/owner/session')).body;
    await expect.poll(conversation).toMatchObject({ assignedTo: user.name, assignedToUserId: user.id });
    await page.getByRole('button', { name: words.list.filters }).click();
    await page.getByRole('combobox', { name: words.list.state }).click();
    await page.getByRole('option', { name: words.filterStates.RESOLVED }).click();
    await page.getByText(words.list.noneFound).waitFor();
    await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'RESOLVED' });
    await page.getByRole('link', { name: /Maria Souza/ }).waitFor();
    await page.getByRole('checkbox', { name: words.list.unassigned }).check();
    await page.getByText(words.list.noneFound).waitFor();
    await expectAccessible(page);
  });

  test('stages are created where they are chosen, renamed, recoloured and deleted unless a conversation is in one', async () => {
    const { page, shop } = await openList({ language: 'pt' });
    const { stages: say, list, actions } = await wordsOf('pt', 'inbox');
    const stages = async () => (await shop.api.get('/api/conversation-stages')).body.data;
    await page.getByRole('link', { name: /Maria Souza/ }).click();
    await page.getByRole('button', { name: new RegExp(`^${actions.stage}`) }).click();
    await page.getByRole('menuitem', { name: say.manage }).click();
    const dialog = page.getByRole('dialog', { name: say.title });
    for (const name of ['Orçamento', 'Pronto']) {
      await dialog.getByRole('textbox', { name: say.new, exact: true }).fill(name);
      await page.keyboard.press('Enter');
      await dialog.getByRole('textbox', { name: `Nome de ${name}` }).waitFor();
    }
    await expectAccessible(page);
    await shoot(page, 'inbox-stages');
    await dialog.getByRole('textbox', { name: 'Nome de Pronto' }).fill('Pronto para retirar');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Cor de Orçamento').fill('#ff0000');
    await expect.poll(stages).toMatchObject([{ name: 'Orçamento', color: '#ff0000' }, { name: 'Pronto para retirar' }]);
    await dialog.getByRole('textbox', { name: say.new, exact: true }).fill('orçamento');
    await page.keyboard.press('Enter');
    await dialog.getByText('Este nome já está em uso').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: new RegExp(`^${actions.stage}`) }).click();
    await page.getByRole('menuitem', { name: 'Orçamento' }).click();
    await page.getByRole('link', { name: /Maria Souza.*Orçamento/ }).waitFor();

    await page.getByRole('button', { name: list.filters }).click();
    await page.getByRole('button', { name: say.manage }).click();
    await dialog.getByRole('button', { name: 'Excluir Orçamento' }).click();
    await dialog.getByText('Há conversas nesta etapa').waitFor();
    await dialog.getByRole('button', { name: 'Excluir Pronto para retirar' }).click();
    await expect.poll(async () => (await stages()).length).toBe(1);
  });

  test('a link that names a view or a state opens the list with only those, and it can be changed from there', async () => {
    const { page, shop, words, conversationId, go } = await openList();
    await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'HANDED_OFF' });
    const rows = page.locator('.ib-row');
    const view = (name: string, pressed?: boolean) => page.getByRole('button', { name, ...(pressed && { pressed }) });
    for (const from of ['/', '/inbox']) {
      await go(from);
      await go('/inbox?view=mine');
      await view(words.views.mine, true).waitFor();
      await page.getByText(words.list.noneMine).waitFor();
      await go('/inbox?state=HANDED_OFF');
      await view(words.views.all, true).waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      expect(await rows.first().textContent()).toContain('Maria Souza');
      await view(words.views.waiting).click();
      await expect.poll(() => rows.count()).toBe(2);
    }
  });

  test('a failure is as tall as its words, and the badge of unread messages is round', async () => {
    const { page, words, go } = await openList();
    const row = page.getByRole('link', { name: /João Lima/ });
    const badge = await row.getByLabel(words.list.unread_one.replace('{{count}}', '1')).boundingBox();
    expect(badge?.width).toBe(badge?.height);
    await page.route('**/api/conversations/conv_gone', (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', detail: 'No such conversation' } }),
    );
    await go('/inbox/conv_gone');
    const failure = page.getByRole('alert');
    await failure.waitFor();
    expect((await failure.boundingBox())?.height).toBeLessThan(160);
  });

  test('a quick reply is inserted by its shortcut, and a new one is created', async () => {
    const { page, shop, words } = await openList();
    await shop.api.post('/api/quick-replies', { shortcut: 'hours', content: 'We open at 8.' });
    await shop.api.post('/api/quick-replies', { shortcut: 'pix', content: 'Our key is 123.' });
    await page.getByRole('link', { name: /Maria Souza/ }).click();
    await page.getByRole('log').getByText('Oi').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('/');
    await page.getByRole('option', { name: /pix/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const composer = page.getByRole('textbox', { name: words.composer.write });
    await expect.poll(() => composer.inputValue()).toBe('Our key is 123.');
    const quick = await wordsOf('en', 'quick-replies');
    await composer.fill('/ho');
    await composer.press('Enter');
    await expect.poll(() => composer.inputValue()).toBe('We open at 8.');
    await expect.poll(async () => (await shop.api.get('/api/quick-replies')).body.data[0].usageCount).toBe(1);
    await composer.fill('/new');
    await page.getByRole('button', { name: quick.new }).click();
    await page.getByRole('textbox', { name: quick.shortcut }).fill('thanks');
    await page.getByLabel(quick.content).fill('Thank you!');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await composer.fill('/tha');
    await page.getByRole('option', { name: /thanks/ }).click();
    await expect.poll(() => composer.inputValue()).toBe('Thank you!');
  });

  test('a quick reply is inserted at the cursor, by its button too, and the rest of the draft stays', async () => {
    const { page, shop, words, conversationId, go } = await openList();
    await shop.api.post('/api/quick-replies', { shortcut: 'hours', content: 'We open at 8.' });
    await go(`/inbox/${conversationId}`);
    const composer = page.getByRole('textbox', { name: words.composer.write });
    await composer.fill('Hi Maria! See you');
    await composer.press('Home');
    for (let step = 0; step < 'Hi Maria!'.length; step++) await composer.press('ArrowRight');
    await page.getByRole('button', { name: words.composer.quickReplies }).click();
    await composer.press('Enter');
    await expect.poll(() => composer.inputValue()).toBe('Hi Maria! We open at 8. See you');
    await page.keyboard.type(' Bye');
    await expect.poll(() => composer.inputValue()).toBe('Hi Maria! We open at 8. Bye See you');
  });

  test('a shortcut that no quick reply has is not sent, neither by Enter nor by the button', async () => {
    const { page, shop, words, conversationId, go } = await openList();
    await shop.api.post('/api/quick-replies', { shortcut: 'hours', content: 'We open at 8.' });
    await go(`/inbox/${conversationId}`);
    const composer = page.getByRole('textbox', { name: words.composer.write });
    const send = page.getByRole('button', { name: words.composer.send, exact: true });
    await composer.fill('/horas');
    await page.getByText(words.quick.none).waitFor();
    await composer.press('Enter');
    expect(await composer.inputValue()).toBe('/horas');
    expect(await send.isDisabled()).toBe(true);
    await composer.press('Home');
    await composer.press('Enter');
    await composer.fill('/horas ');
    await composer.press('Enter');
    expect(await composer.inputValue()).toBe('/horas ');
    await composer.fill('Open and/or closed: 24/7');
    await send.click();
    await page.getByRole('log').getByText('Open and/or closed: 24/7').waitFor();
    const { body } = await shop.api.get(`/api/conversations/${conversationId}/messages`);
    // biome-ignore lint/suspicious/noExplicitAny: what came back
    expect(body.data.map(({ content }: any) => content)).toEqual(expect.not.arrayContaining(['/horas']));
  });

  test('a conversation is started with a number, and an invalid field is named', async () => {
    const { page, shop, words, channel } = await openList();
    await page.getByRole('button', { name: words.new.title }).click();
    await page.getByRole('textbox', { name: words.new.customer }).fill('my telephone');
    await page.getByLabel(words.new.text).fill('Your order is ready');
    await page.getByRole('button', { name: words.new.start }).click();
    await page.getByText(words.new.badPhone).waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: words.new.customer }).fill('(11) 97777-6666');
    await page.getByRole('button', { name: words.new.start }).click();
    await page.getByRole('log').getByText('Your order is ready').waitFor();
    await shop.settle();
    expect(await channel.phoneShows('+5511977776666')).toMatchObject([{ content: 'Your order is ready' }]);
  });

  test('the name and the tags of a contact are saved', async () => {
    const { page, shop, words } = await openList();
    await page.getByRole('link', { name: /Maria Souza/ }).click();
    // A window of this width has room for the panel from the start.
    const panel = page.getByRole('complementary', { name: words.panel.title });
    await panel.getByLabel(words.panel.name).fill('Maria do Bairro');
    await panel.getByLabel(words.panel.name).press('Enter');
    await page.getByRole('heading', { name: 'Maria do Bairro' }).waitFor();
    await page.getByRole('link', { name: /Maria do Bairro/ }).waitFor();
    await panel.getByLabel(words.panel.tags).fill('VIP');
    await panel.getByLabel(words.panel.tags).press('Enter');
    await expect
      .poll(async () => (await shop.api.get(`/api/contacts/${maria}`)).body)
      .toMatchObject({ name: 'Maria do Bairro', tags: [{ name: 'VIP' }] });
    await panel.getByLabel(words.panel.email).fill('nobody');
    await panel.getByLabel(words.panel.email).press('Enter');
    await panel.getByText(words.panel.badEmail).waitFor();
    expect(await panel.getByLabel(words.panel.email).inputValue()).toBe('nobody');
    await expectAccessible(page);
    await shoot(page, 'inbox-panel');
  });

  test('a phone shows list, thread and contact one at a time', async () => {
    const { page, words } = await openList({ viewport: 'phone' });
    await expectAccessible(page);
    await shoot(page, 'inbox-list-phone');
    await page.getByRole('link', { name: /Maria Souza/ }).click();
    await page.getByRole('log').getByText('Oi').waitFor();
    expect(await page.getByRole('link', { name: /Maria Souza/ }).isVisible()).toBe(false);
    await expectAccessible(page);
    await shoot(page, 'inbox-thread-phone');
    await page.getByRole('button', { name: words.panel.toggle }).click();
    await page.getByRole('textbox', { name: words.panel.name, exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: words.panel.close }).click();
    await page.getByRole('button', { name: words.thread.back }).click();
    await page.getByRole('link', { name: /João Lima/ }).waitFor();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('the inbox fits the smallest window', async () => {
    const { page } = await openList({ viewport: 'small' });
    await page.getByRole('link', { name: /Maria Souza/ }).click();
    await page.getByRole('log').getByText('Oi').waitFor();
    await expectAccessible(page);
    await shoot(page, 'inbox-small');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

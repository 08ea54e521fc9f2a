import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pixel } from '../support/files/samples.ts';
import { goodPassphrase } from '../support/server/console.ts';
import { maria } from '../support/shop/conversation.ts';
import { fromNetwork, openFromNetwork } from './network-shop.ts';
import { describeInBrowser, openPage, wordsOf } from './support.ts';

/** Screens, each with the button that opens its form. */
const makers = [
  ['/inbox', 'New conversation'],
  ['/orders', 'New order'],
  ['/calendar', 'Book'],
  ['/pipeline', 'Card'],
  ['/customers', 'New customer'],
  ['/campaigns', 'New campaign'],
  ['/agents', 'New agent'],
  ['/flows', 'New flow'],
  ['/knowledge', 'New knowledge base'],
  ['/library/quick-replies', 'New quick reply'],
  ['/channels', 'Add a channel'],
  ['/integrations', 'Connect: Notion'],
  ['/webhooks', 'Add an endpoint'],
  ['/keys', 'Create a key'],
  ['/settings/people', 'Add a person'],
] as const;

describeInBrowser.each(['laptop', 'phone'] as const)('a page of plain http, on a %s', (viewport) => {
  test('signs in by passphrase, and sends by Enter and by the button', async () => {
    const { shop, owner, conversationId, heard } = await openFromNetwork({ viewport });
    await owner.put('/owner/passphrase', { passphrase: goodPassphrase });
    const { page, context, go } = await openPage(`${shop.api.url}/`, { ...fromNetwork, viewport, setUp: false });
    await context.addInitScript(`localStorage.setItem('frontdesk.language', 'en')`);
    await page.reload();
    await page.getByLabel('Passphrase').fill(goodPassphrase);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#content').waitFor();
    await go(`/inbox/${conversationId}`);
    const { composer } = await wordsOf('en', 'inbox');
    const field = page.getByRole('textbox', { name: composer.write });
    await field.fill('Temos, sim!');
    await field.press('Enter');
    await field.fill('De cenoura.');
    await page.getByRole('button', { name: composer.send, exact: true }).click();
    await expect.poll(heard).toEqual(['Tem bolo?', 'Temos, sim!', 'De cenoura.']);
  });

  test('sends a picture that is chosen', async () => {
    const { page, go, button, conversationId, channel } = await openFromNetwork({ viewport });
    const { composer } = await wordsOf('en', 'inbox');
    await go(`/inbox/${conversationId}`);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(composer.attach).click()]);
    await chooser.setFiles({ name: 'bolo.png', mimeType: 'image/png', buffer: pixel });
    await page.getByRole('list', { name: composer.attachments }).getByRole('listitem').waitFor();
    await button(composer.send).click();
    await expect.poll(async () => (await channel.phoneShows(maria))[0].type).toBe('IMAGE');
  });

  test('opens every form in which something is made', async () => {
    const { page, go, button, shop } = await openFromNetwork({ viewport });
    await shop.api.post('/api/crm/pipelines', { name: 'Vendas' });
    const dialog = page.getByRole('dialog');
    for (const [path, name] of makers) {
      await go(path);
      await button(name).click();
      await dialog.first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.first().waitFor({ state: 'detached' });
    }
    await go('/library/templates');
    await page.getByRole('link', { name: 'New template' }).click();
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
  });

  test('creates and changes an order, and exports it', async () => {
    const { page, go, button, shop } = await openFromNetwork({ viewport });
    await go('/orders');
    await button('New order').click();
    const form = page.getByRole('dialog', { name: 'New order' });
    await form.getByRole('textbox', { name: 'Customer' }).fill('Maria');
    await form.getByRole('textbox', { name: 'Phone' }).fill(maria);
    await form.getByRole('textbox', { name: 'Add an item' }).fill('Bolo');
    await form.getByRole('option', { name: 'Add “Bolo” at your price' }).click();
    await form.getByRole('textbox', { name: 'Price of Bolo' }).fill('59.90');
    await form.getByText('Pickup', { exact: true }).click();
    await form.getByRole('button', { name: 'Create the order' }).click();
    await page.getByRole('link', { name: '#1 Maria', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Order #1' });
    await drawer.getByRole('button', { name: 'Change' }).click();
    await drawer.getByRole('textbox', { name: 'Quantity of Bolo' }).fill('2');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await shop.api.get('/api/orders')).body.data[0].total).toBe(119.8);
    await page.keyboard.press('Escape');
    await page.getByText('List', { exact: true }).click();
    await button('Export CSV').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export CSV' }).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Maria');
  });

  test('downloads a file by its address', async () => {
    const { page, go, button } = await openFromNetwork({ viewport });
    await go('/settings/backups');
    const downloading = page.waitForEvent('download');
    await button('Download the export').click();
    expect((await downloading).suggestedFilename()).toMatch(/^frontdesk-export-.*\.zip$/);
    expect(await (await downloading).failure()).toBeNull();
  });

  test('builds a flow', async () => {
    const { page, go, button, shop } = await openFromNetwork({ viewport });
    const words = await wordsOf('en', 'flows');
    await go('/flows');
    await button(words.add.flow).click();
    await button(words.blank.create).click();
    await page.waitForURL(/\/flows\/flow_/);
    const step = page.getByRole('treeitem', { name: /^Message/ }).or(page.locator('[data-step="message-1"]'));
    await step.first().click();
    await page.getByRole('textbox', { name: words.fields.text, exact: true }).fill('Olá!');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved').waitFor();
    const { body } = await shop.api.get(`/api${new URL(page.url()).pathname}`);
    expect(body.steps).toMatchObject([{ config: { text: 'Olá!' } }]);
  });

  test('writes a template with a button', async () => {
    const { page, go, button, owner } = await openFromNetwork({ viewport });
    const say = await wordsOf('en', 'templates');
    await go('/library/templates/new');
    await page.getByLabel(say.editor.name).fill('cardapio');
    await page.getByRole('textbox', { name: say.editor.body, exact: true }).fill('Novo cardápio. SAIR para parar.');
    await button(say.editor.addButton).click();
    await page.getByRole('menuitem', { name: say.buttons.QUICK_REPLY }).click();
    await page.getByLabel(say.editor.label).fill('Quero!');
    await button(say.editor.create).click();
    await page.waitForURL('**/library/templates/tpl_*');
    expect((await owner.get('/api/chat-templates?search=cardapio')).body.data).toMatchObject([{ name: 'cardapio' }]);
  });
});

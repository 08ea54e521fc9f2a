import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makePdf } from '../areas/knowledge/documents.ts';
import { pixel } from '../support/files/samples.ts';
import { goodPassphrase } from '../support/server/console.ts';
import { maria } from '../support/shop/conversation.ts';
import { makeAgent, pizzas } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { emit, newestDelivery } from '../support/shop/webhooks.ts';
import { beginCounting, type Clicks, expectFew, openCounted, tasks } from './clicks.ts';
import { startSink } from './sink.ts';
import { describeInBrowser, openMessage, openPage, startConsole } from './support.ts';

/** Picks files in the dialog that a click opens. */
async function pick(page: Page, at: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await at.click();
  await (await chooser).setFiles(file);
}

test('each task takes fewer clicks than before, or says why it cannot', () => {
  for (const [name, { before, most, kept }] of Object.entries<Clicks>(tasks)) {
    if (before !== null) expect(most, name).toBeLessThan(kept ? before + 1 : before);
  }
});

describeInBrowser('an owner needs few clicks', () => {
  test('to set the shop up, with the demo shop', async () => {
    const { page } = await startConsole({ setUp: false, language: 'en' });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await beginCounting(page);
    await button('Next').click();
    await page.getByLabel('Name of the shop').fill('Padaria Sol');
    await page.getByLabel('Your name').fill('Lúcia');
    await button('Next').click();
    await button('Next').click();
    await page.getByRole('radio', { name: 'With a demo shop' }).check();
    await button('Set up').click();
    await button('Open Frontdesk').click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await expectFew(page, 'setUp');
  });

  test('to pair a simulated phone and to answer the first customer', async () => {
    const { page, button } = await openCounted();
    await page.getByRole('link', { name: /Chat as a customer/ }).click();
    await button('New simulated channel').click();
    await button('Scan').click();
    await button('Chat with the shop').click();
    await page.getByRole('textbox', { name: 'Message to the shop' }).fill('Hello?');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('textbox', { name: 'Write a message' }).fill('Good morning!');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Good morning!').waitFor();
    await expectFew(page, 'firstAnswer');
  });

  test('to send a picture with a quick reply', async () => {
    const { page, shop, button } = await openCounted();
    await shop.api.post('/api/quick-replies', { shortcut: 'hours', content: 'We open at 8.' });
    const channel = await pairChannel(shop);
    const { conversationId } = await channel.customerSays(maria, 'When do you open?', { name: 'Maria' });
    await page
      .getByRole('region', { name: 'Waiting for a person' })
      .getByRole('link', { name: /^Maria/ })
      .click();
    await pick(page, button('Attach files'), { name: 'hours.png', mimeType: 'image/png', buffer: pixel });
    const composer = page.getByRole('textbox', { name: 'Write a message' });
    await composer.fill('/ho');
    await page.getByRole('option', { name: /hours/ }).waitFor();
    await composer.press('Enter');
    await expect.poll(() => composer.inputValue()).toBe('We open at 8.');
    await composer.press('Enter');
    const sent = async () => JSON.stringify((await shop.api.get(`/api/conversations/${conversationId}/messages`)).body);
    await expect.poll(sent).toMatch(/IMAGE/);
    await expect.poll(sent).toContain('We open at 8.');
    await expectFew(page, 'pictureWithReply');
  });

  test('to find what was said last week', async () => {
    const { page, shop, find } = await openCounted();
    const channel = await pairChannel(shop);
    const said = await channel.customerSays(maria, 'Vocês têm pão de açúcar?', { name: 'Maria' });
    for (const text of ['Oi', 'Bom dia']) await channel.customerSays(maria, text);
    await openMessage(page, said, () => find('acuc'));
    await page.getByRole('log').getByText('Vocês têm pão de açúcar?').waitFor();
    await expectFew(page, 'oldTalk');
  });

  test('to publish an agent made from a template', async () => {
    const { page, menu, button, dialog } = await openCounted();
    await menu('AI agents');
    await button('New agent').first().click();
    await dialog.getByLabel('Name').fill('Ana');
    await dialog.getByRole('combobox', { name: 'Starting point' }).click();
    await page.getByRole('option', { name: 'Pizzaria' }).click();
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await button('Publish').click();
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 30_000 });
    await expectFew(page, 'agent');
  });

  test('to read a menu and to put all of it on sale', async () => {
    const { page, owner, menu, button, dialog } = await openCounted();
    const { body: agent } = await owner.post('/api/ai-agents', { name: 'Ana' });
    const dishes = ['Margherita', 'Calabresa', 'Portuguesa', 'Napolitana', 'Frango', 'Atum', 'Quatro queijos'];
    const buffer = await makePdf((pdf) => pdf.text(dishes.map((dish) => `Pizza ${dish} ... R$ 45,00`).join('\n')));
    await menu('AI agents');
    await page.getByRole('link', { name: 'Ana', exact: true }).click();
    await page.getByRole('link', { name: 'Services and products' }).click();
    await pick(page, button('Import a menu or price list'), { name: 'm.pdf', mimeType: 'application/pdf', buffer });
    await button('Put all on sale').click();
    await dialog.getByRole('button', { name: 'Put all on sale' }).click();
    const active = async () => (await owner.get(`/api/ai-agents/${agent.id}/catalog-items?active=true`)).body.total;
    await expect.poll(active).toBe(dishes.length);
    await expectFew(page, 'menu');
  });

  test('to teach an agent what it answers from', async () => {
    const { page, owner, menu, button, dialog } = await openCounted();
    const { body: agent } = await owner.post('/api/ai-agents', { name: 'Ana' });
    await menu('Knowledge');
    await button('New knowledge base').first().click();
    await dialog.getByLabel('Name').fill('Delivery');
    await dialog.getByRole('button', { name: 'Create base' }).click();
    await page.getByRole('tabpanel').getByLabel('Name').fill('Delivery');
    await page.getByRole('tabpanel').getByRole('textbox', { name: 'Text' }).fill('We deliver on Sundays until 22:00.');
    await page.getByRole('tabpanel').getByRole('button').click();
    await page.getByRole('listitem').getByText('Ready').waitFor({ timeout: 30_000 });
    const { body } = await owner.get(`/api/ai-agents/${agent.id}/knowledge-bases`);
    expect(body.baseIds).toHaveLength(1);
    await expectFew(page, 'knowledge');
  });

  test('to send a campaign to the twenty people of a file', async () => {
    const { page, shop, owner, menu, button, dialog } = await openCounted();
    const channel = await pairChannel(shop, 'CLOUD_API');
    await owner.post(`/api/channels/${channel.id}/chat-templates`, {
      name: 'promo',
      category: 'MARKETING',
      language: 'pt_BR',
      components: [{ type: 'BODY', text: 'Oi {{1}}!', example: { body_text: [['Ana']] } }],
    });
    const { body: rules } = await owner.get('/api/marketing-campaigns/sending-rules');
    await owner.put('/api/marketing-campaigns/sending-rules', { ...rules, sendingHours: null });
    await shop.settle();
    const people = Array.from({ length: 20 }, (_, index) => `119800000${10 + index};Ana ${index}`);
    await menu('Campaigns');
    await button('New campaign').first().click();
    await dialog.getByLabel('Name').fill('Bread on Tuesday');
    await dialog.getByRole('combobox', { name: 'Message template' }).click();
    await page.getByRole('option', { name: 'promo (pt_BR)' }).click();
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await pick(page, page.getByRole('button', { name: /CSV file/ }), {
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['telefone;nome', ...people].join('\n')),
    });
    await button('Use 20 people').click();
    await button('Continue').click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await button('Send now to 20 people').click();
    await expect.poll(async () => (await channel.phoneShows('+5511980000010')).length).toBe(1);
    await expectFew(page, 'campaign');
  });

  test('to see why a webhook failed and to send it again', async () => {
    const { page, shop, owner, menu, button, dialog } = await openCounted();
    const sink = await startSink();
    await menu('Webhooks');
    await button('Add an endpoint').first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill(sink.url);
    await button('All').click();
    await button('Add').click();
    await button('I have saved it').click();
    await emit(shop, 'lead.captured');
    await newestDelivery({ api: owner }, 'RETRYING');
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByRole('link', { name: 'A new lead was captured' }).click();
    Object.assign(sink.answer, { status: 200, text: 'thanks' });
    await button('Send again now').click();
    await dialog.getByText('Delivered', { exact: true }).waitFor();
    await expectFew(page, 'webhook');
  });

  test('to make an API key', async () => {
    const { page, menu, button } = await openCounted();
    await menu('API keys');
    await button('Create a key').first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Till');
    await button('Create key').click();
    await page.getByRole('textbox', { name: 'Key', exact: true }).waitFor();
    await expectFew(page, 'key');
  });

  test('to back up, and to restore', async () => {
    const { page, go, find, button, dialog } = await openCounted();
    await find('back up');
    const line = page.getByRole('listitem').filter({ hasText: 'Checked' });
    await line.waitFor({ timeout: 30_000 });
    await expectFew(page, 'backup');
    await go('/');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.evaluate('window.clicks = 0');
    // Another server than this process could restart; what it does is tested with backups.
    const refusal = { title: 'Busy', detail: 'Busy', code: 'conflict' };
    await page.route('**/restore', (route) => route.fulfill({ status: 409, json: refusal }));
    await find('restore');
    await button('Restore…').first().click();
    await dialog.getByRole('textbox').fill('RESTORE');
    const asked = page.waitForRequest('**/restore');
    await page.keyboard.press('Enter');
    await asked;
    await expectFew(page, 'restore');
  });

  test('to open the console to a phone, and to sign in there', async () => {
    const { page, shop, owner, find } = await openCounted({ origin: 'here' });
    await owner.put('/owner/passphrase', { passphrase: goodPassphrase });
    await find('use on a phone');
    await page.getByLabel('Open Frontdesk to other devices of this network').click();
    await expect.poll(async () => (await owner.get('/owner/lan')).body.enabled).toBe(true);
    await expectFew(page, 'phone');
    const { page: phone } = await openPage(shop.api.url, { language: 'en', viewport: 'phone', setUp: false });
    await beginCounting(phone);
    await phone.getByLabel('Passphrase').fill(goodPassphrase);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await phone.locator('#content').waitFor();
    await expectFew(phone, 'phoneSignIn');
  });

  test('to connect a spreadsheet', async () => {
    const { page, menu, button } = await openCounted();
    await menu('Integrations');
    await button('Connect: Spreadsheet on this computer').click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await expectFew(page, 'spreadsheet');
  });

  test('to change the language of the console', async () => {
    const { page, find } = await openCounted();
    await find('español');
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
    await expectFew(page, 'language');
  });

  test('to see what was sold today', async () => {
    const { page, shop } = await openCounted();
    await shop.api.post('/api/orders', pizzas(await makeAgent(shop.api), { paymentStatus: 'PAID' }));
    const figures = page.getByRole('region', { name: 'Today in figures' });
    await figures.getByRole('link', { name: /91\.80 sold today/ }).waitFor();
    await expectFew(page, 'sales');
  });
});

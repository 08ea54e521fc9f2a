import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startGraphServer } from '../doubles/graph-server/graph-server.ts';
import { makeAgent } from '../support/shop/sales.ts';
import {
  type ConsoleOptions,
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const nina = { userId: 'BR.1234567890', username: 'nina', name: '' };
const ninasId = /1234567890/;

/** A shop on a cloud channel to which Nina has written, who shows a user name and hides her number. */
async function openWithNina(options: ConsoleOptions) {
  const graph = await startGraphServer();
  const open = await startConsole({ ...options, env: { ...graph.env, ...options.env } });
  const { api } = open.shop;
  graph.webhooks.target = api.url;
  const { body: channel } = await api.post('/api/channels', { name: 'Cloud', provider: 'CLOUD_API' });
  await api.put(`/api/channels/${channel.id}/credentials`, graph.account);
  graph.webhooks.target = `${api.url}/webhooks/cloud/${channel.id}`;
  const hears = async (from: object, body: string) => {
    graph.messages.customerSends(from, 'text', { body });
    await graph.webhooks.idle();
    await open.shop.settle();
  };
  await hears(nina, 'Oi, tem bolo?');
  const aiAgentId = await makeAgent(api);
  const [conversation] = (await api.get('/api/conversations')).body.data;
  const shot = (name: string) =>
    shoot(open.page, `hidden-${name}-${options.language}-${process.env.BROWSER_SIZE ?? 'desktop'}`);
  const ids = { aiAgentId, contactId: conversation.contact.id, conversationId: conversation.id };
  return { ...open, ...ids, api, graph, hears, shot };
}

describeInBrowser('a customer who hides the number', () => {
  test.each(journeyLanguages)('is answered, and gets an order, a booking and a card (%s)', async (language) => {
    const { page, go, api, owner, graph, contactId, conversationId, shot } = await openWithNina({ language });
    const [inbox, orders, calendar, pipeline] = await Promise.all(
      ['inbox', 'orders', 'calendar', 'pipeline'].map((screen) => wordsOf(language, screen)),
    );
    const { hidden } = await wordsOf(language, 'shell');
    await page.getByRole('main').getByText('@nina').first().waitFor();
    await shot('today');
    await go('/inbox');
    await page.getByRole('link', { name: /@nina/ }).first().click();
    await page.getByRole('heading', { level: 2, name: '@nina' }).waitFor();
    const panel = page.getByRole('complementary', { name: inbox.panel.title });
    await panel.getByRole('button', { name: hidden.why }).click();
    await page.getByText(hidden.explanation).waitFor();
    await expectAccessible(page);
    await shot('inbox');
    await page.keyboard.press('Escape');
    const composer = page.getByRole('textbox', { name: inbox.composer.write });
    await composer.fill('Tem, sim!');
    await composer.press('Enter');
    await expect.poll(() => graph.messages.sent.map(({ to }) => to)).toEqual([nina.userId]);
    await page.getByRole('button', { name: inbox.composer.askNumber }).click();
    await shot('ask');
    await page.getByRole('dialog').getByRole('button', { name: inbox.composer.askNumber }).click();
    const request = { recipient: nina.userId, interactive: { type: 'request_contact_info' } };
    await expect.poll(() => graph.requests.at(-1)?.json).toMatchObject(request);

    await panel.getByRole('button', { name: orders.person.add, exact: true }).click();
    const order = page.getByRole('dialog', { name: orders.add });
    expect(await order.getByRole('textbox', { name: orders.form.name }).inputValue()).toBe('@nina');
    expect(await order.getByRole('textbox', { name: orders.form.phone }).getAttribute('placeholder')).toBe(
      hidden.number,
    );
    await order.getByRole('textbox', { name: orders.form.find }).fill('Bolo');
    await order.getByRole('option', { name: orders.form.free.replace('{{name}}', 'Bolo') }).click();
    await order.getByRole('textbox', { name: orders.form.priceOf.replace('{{name}}', 'Bolo') }).fill('45');
    await order.getByText(orders.pickup, { exact: true }).click();
    await shot('new-order');
    await order.getByRole('button', { name: orders.form.create }).click();
    await panel.getByRole('link', { name: /^#1/ }).waitFor();

    await panel.getByRole('button', { name: calendar.person.add, exact: true }).click();
    const booking = page.getByRole('dialog', { name: calendar.book.title });
    await expect.poll(() => booking.getByLabel(calendar.form.date, { exact: false }).first().inputValue()).not.toBe('');
    await shot('new-booking');
    await booking.getByRole('button', { name: calendar.book.save, exact: true }).click();
    await booking.waitFor({ state: 'detached' });

    await panel.getByRole('button', { name: pipeline.card.newTitle }).click();
    const card = page.getByRole('dialog', { name: pipeline.card.newTitle });
    await card.getByRole('textbox', { name: pipeline.fields.title }).fill('Bolo de festa');
    await shot('new-card');
    await card.getByRole('button', { name: pipeline.card.create }).click();
    await page.waitForURL('**/pipeline/card_*');
    await page.getByRole('tab', { name: pipeline.tabs.details }).click();
    await page.getByRole('button', { name: hidden.why }).waitFor();
    await shot('card');

    for (const path of ['/api/orders', '/api/appointments']) {
      expect((await api.get(path)).body.data).toMatchObject([{ contactId, clientPhone: null, clientName: '@nina' }]);
    }
    expect((await owner.get(`/owner/pipeline-cards?contactId=${contactId}`)).body.data).toMatchObject([
      { contactId, contactPhone: null, conversationId },
    ]);
    for (const [name, path] of [
      ['orders', '/orders?view=list'],
      ['order', `/orders/${(await api.get('/api/orders')).body.data[0].id}`],
      ['calendar', '/calendar'],
      ['booking', `/calendar/${(await api.get('/api/appointments')).body.data[0].id}`],
      ['pipeline', '/pipeline'],
    ] as const) {
      await go(path);
      await page.locator('main, [role=dialog]').getByText('@nina').first().waitFor();
      await expectHidden(page);
      await shot(name);
    }
  });

  test.each(journeyLanguages)(
    'is found by the user name, and written to from the list of people (%s)',
    async (language) => {
      const { page, go, contactId, conversationId, shot } = await openWithNina({ language });
      const [customers, inbox] = await Promise.all(['customers', 'inbox'].map((screen) => wordsOf(language, screen)));
      const { hidden, nav } = await wordsOf(language, 'shell');
      await go('/customers');
      await page.getByLabel(customers.search).fill('@nin');
      await expect.poll(() => page.url()).toContain('search=');
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: '@nina', exact: true }) });
      await row.waitFor();
      await expectHidden(page);
      await shot('customers');
      await row.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: '@nina' }).waitFor();
      const addresses = page.getByRole('region', { name: customers.addresses.title });
      await addresses.getByText('@nina').waitFor();
      await addresses.getByText(hidden.withId.replace('{{end}}', nina.userId.slice(-6))).waitFor();
      await addresses.getByRole('button', { name: hidden.why }).click();
      await page.getByText(hidden.explanation).waitFor();
      await expectAccessible(page);
      await expectHidden(page);
      await shot('customer');

      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: nav.shortcuts.search }).fill('nina');
      await page.getByRole('option', { name: /@nina/ }).first().waitFor();
      await shot('palette');
      await page.keyboard.press('Escape');

      await go('/inbox');
      await page.getByRole('button', { name: inbox.new.title }).click();
      const dialog = page.getByRole('dialog', { name: inbox.new.title });
      await dialog.getByRole('textbox', { name: inbox.new.customer }).fill('nin');
      await dialog.getByRole('option', { name: '@nina' }).click();
      await shot('new-conversation');
      await dialog.getByRole('button', { name: inbox.new.start }).click();
      await page.waitForURL(`**/inbox/${conversationId}`);
      expect(contactId).toMatch(/^ct_/);
    },
  );

  test.each(journeyLanguages)('is merged with one who has a number, and both are two again (%s)', async (language) => {
    const { page, go, api, owner, contactId, aiAgentId, shot } = await openWithNina({ language });
    const { person, merge, joins, addresses } = await wordsOf(language, 'customers');
    const { hidden } = await wordsOf(language, 'shell');
    const { body: marina } = await api.post('/api/contacts', { phone: '+5511987654321', name: 'Marina' });
    const sale = { aiAgentId, contactId, clientName: '@nina', total: 45 };
    await api.post('/api/orders', { ...sale, items: [{ name: 'Bolo', quantity: 1, unitPrice: 45 }] });
    await go(`/customers/${contactId}`);
    await page.getByRole('button', { name: person.more }).click();
    await page.getByRole('menuitem', { name: merge.action }).click();
    const dialog = page.getByRole('dialog', { name: merge.title.replace('{{name}}', '@nina') });
    await dialog.getByRole('combobox', { name: merge.other }).fill('mari');
    await page.getByRole('option', { name: /Marina/ }).click();
    const moves = merge.moves.replace('{{from}}', '@nina').replace('{{into}}', 'Marina (+55 11 98765-4321)');
    await dialog.getByText(moves).waitFor();
    await expectAccessible(page);
    await shot('merge');
    await dialog.getByRole('button', { name: merge.confirm, exact: true }).click();

    await page.waitForURL(`**/customers/${marina.id}`);
    await page.getByRole('heading', { level: 1, name: 'Marina' }).waitFor();
    const known = page.getByRole('region', { name: addresses.title });
    await known.getByText('+55 11 98765-4321').waitFor();
    await known.getByText(hidden.withId.replace('{{end}}', nina.userId.slice(-6))).waitFor();
    await page.getByText(joins.byHand.replace('{{name}}', '@nina')).waitFor();
    expect((await api.get('/api/orders')).body.data).toMatchObject([{ contactId: marina.id }]);
    await expectAccessible(page);
    await shot('merged');
    await page.getByRole('button', { name: joins.undo }).click();
    await page.getByText(joins.undone.replace('{{name}}', '@nina')).waitFor();
    expect((await owner.get('/api/contacts')).body.total).toBe(2);
    expect((await api.get('/api/orders')).body.data).toMatchObject([{ contactId }]);
    await go(`/customers/${contactId}`);
    await page.getByRole('heading', { level: 1, name: '@nina' }).waitFor();
  });

  test.each(journeyLanguages)(
    'tells the number, which is taken off again when it is somebody else’s (%s)',
    async (language) => {
      const { page, go, api, contactId, shot } = await openWithNina({ language });
      const { number, addresses, merge } = await wordsOf(language, 'customers');
      await api.post('/api/contacts', { phone: '+5511987654321', name: 'Marina' });
      await go(`/customers/${contactId}`);
      await page.getByRole('button', { name: number.add }).click();
      const dialog = page.getByRole('dialog', { name: number.add });
      const field = dialog.getByRole('textbox', { name: number.new });
      await field.fill('11 98765-4321');
      await field.press('Enter');
      await dialog.getByText(number.taken).waitFor();
      await expectAccessible(page);
      await shot('number-taken');
      await dialog.getByRole('button', { name: merge.open }).click();
      const merging = page.getByRole('dialog', { name: merge.title.replace('{{name}}', '@nina') });
      await merging.getByText(/Marina \(/).waitFor();
      await page.keyboard.press('Escape');
      await merging.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: number.add }).click();
      await field.fill('11 91234-5678');
      await field.press('Enter');
      const known = page.getByRole('region', { name: addresses.title });
      const line = known.getByRole('listitem').filter({ hasText: '+55 11 91234-5678' });
      await line.getByText(addresses.now).waitFor();
      await shot('number-known');
      await line.getByRole('button', { name: addresses.notTheirs }).click();
      await page.getByText(addresses.splitQuestion).waitFor();
      await shot('split');
      await page.getByRole('dialog').getByRole('button', { name: addresses.notTheirs }).click();
      await page.getByRole('heading', { level: 1, name: '+55 11 91234-5678' }).waitFor();
      expect((await api.get(`/api/contacts/${contactId}`)).body).toMatchObject({ phone: null, username: 'nina' });
    },
  );

  test.each(journeyLanguages)(
    'who writes from the number of another customer is shown as maybe the same person (%s)',
    async (language) => {
      const { page, go, api, hears, shot } = await openWithNina({ language });
      const { mayBe, merge } = await wordsOf(language, 'customers');
      const { panel } = await wordsOf(language, 'inbox');
      const phone = '+5511987654321';
      await hears({ phone, userId: 'BR.1111111111', name: 'Rui' }, 'Oi');
      await hears({ phone, userId: 'BR.2222222222', name: 'Lia' }, 'Oi');
      const { body: lia } = await api.get(`/api/contacts/${encodeURIComponent(phone)}`);
      expect(lia.name).toBe('Lia');
      await go(`/inbox/${lia.conversations[0].id}`);
      await page.getByRole('link', { name: panel.mayBe.replace('{{name}}', 'Rui') }).click();
      const alert = page.getByRole('alert').filter({ hasText: mayBe.title });
      await alert.getByText(mayBe.here.replace('{{address}}', '+55 11 98765-4321')).waitFor();
      await expectAccessible(page);
      await shot('may-be');
      await alert.getByRole('link', { name: 'Rui' }).click();
      await page.getByRole('heading', { level: 1, name: 'Rui' }).waitFor();
      await alert.getByText(mayBe.there.replace('{{address}}', '+55 11 98765-4321')).waitFor();
      await alert.getByRole('button', { name: merge.open }).click();
      const merging = page.getByRole('dialog', { name: merge.title.replace('{{name}}', 'Rui') });
      await merging.getByRole('button', { name: merge.confirm, exact: true }).click();
      await page.waitForURL(`**/customers/${lia.id}`);
      await alert.waitFor({ state: 'detached' });
    },
  );
});

/** An id is never shown as a number, on no screen. */
async function expectHidden(page: Page): Promise<void> {
  expect(await page.locator('body').innerText()).not.toMatch(ninasId);
}

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAgent, maria, pizzas } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

/** A console of a shop that sells pizza and knows Maria, who wrote. */
async function openShop(options: Parameters<typeof startConsole>[0] = {}) {
  const open = await startConsole({ language: 'en', ...options });
  const { api } = open.shop;
  const channel = await pairChannel(open.shop);
  const { conversationId } = await channel.customerSays(maria, 'Oi, quero uma pizza', { name: 'Maria José' });
  const agent = await makeAgent(api);
  for (const [name, price] of [
    ['Margherita grande', 52.9],
    ['Guaraná 2 L', 13],
  ] as const) {
    await api.post(`/api/ai-agents/${agent}/catalog-items`, { name, price });
  }
  const place = async (more: object = {}) => (await api.post('/api/orders', pizzas(agent, more))).body;
  return { ...open, api, channel, conversationId, place };
}

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name},`) });
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const fits = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

describeInBrowser('orders', () => {
  test.each(journeyLanguages)('the demo shop fills the board, the figures and the list, in %s', async (language) => {
    const { page, owner, go } = await startConsole({ language });
    const say = await wordsOf(language, 'orders');
    await go('/orders');
    await page.getByText(say.empty).waitFor();
    await expectAccessible(page);
    await owner.post('/owner/demo', { language });
    const { body } = await owner.get('/owner/session');
    await page.evaluate(
      `fetch('/owner/session/workspace', { method: 'PUT', body: '${JSON.stringify({ workspaceId: body.workspace.id })}',
        headers: { 'content-type': 'application/json', 'x-frontdesk-page': localStorage.getItem('frontdesk.page') } })`,
    );
    await page.reload();
    const work = column(page, say.board.columns.PREPARING);
    await work.getByRole('article').nth(3).waitFor();
    expect(await work.getByText(say.late, { exact: true }).count()).toBe(1);
    await column(page, say.board.columns.OUT_FOR_DELIVERY).getByRole('article').nth(2).waitFor();
    await page.getByRole('table', { name: say.figures.plot }).waitFor();
    await expectAccessible(page);
    await shoot(page, `orders-board-${language}`);
    await page.getByText(say.views.list, { exact: true }).click();
    await page.locator('.or-line').nth(49).waitFor();
    await expectAccessible(page);
    await shoot(page, `orders-list-${language}`);
  });

  test('an order is written down: the customer and the items by typing, the total by itself, and changed later', async () => {
    const { page, go, api } = await openShop();
    await go('/orders');
    await page.getByRole('button', { name: 'New order' }).first().click();
    const form = page.getByRole('dialog', { name: 'New order' });
    await form.getByRole('textbox', { name: 'Customer' }).fill('mar');
    await form.getByRole('option', { name: /Maria José/ }).click();
    expect(await form.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+55 11 98765-4321');
    const find = form.getByRole('textbox', { name: 'Add an item' });
    await find.fill('marg');
    await form.getByRole('option', { name: /Margherita grande/ }).waitFor();
    await find.press('Enter');
    await form.getByRole('textbox', { name: 'Quantity of Margherita grande' }).fill('2');
    await find.fill('Bolo');
    await form.getByRole('option', { name: 'Add “Bolo” at your price' }).click();
    await form.getByRole('textbox', { name: 'Quantity of Bolo' }).fill('0.335');
    await form.getByRole('textbox', { name: 'Price of Bolo' }).fill('59.90');
    await form.getByRole('textbox', { name: 'Address' }).fill('Rua das Flores, 7');
    await form.getByRole('textbox', { name: 'Delivery fee' }).fill('6');
    await form.getByText('Total R$131.87').waitFor();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create the order' }).click();
    await card(page, '#1 Maria José').click();
    const drawer = page.getByRole('dialog', { name: 'Order #1' });
    await drawer.getByText('Rua das Flores, 7').waitFor();
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Change' }).click();
    await drawer.getByRole('button', { name: 'Remove Bolo' }).click();
    await drawer.getByText('Pickup', { exact: true }).click();
    await drawer.getByText('Total R$105.80').waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('Pickup').waitFor();
    const { body } = await api.get('/api/orders');
    expect(body.data).toMatchObject([
      {
        clientPhone: maria,
        total: 105.8,
        deliveryFee: null,
        address: null,
        source: 'DASHBOARD',
        items: [{ quantity: 2 }],
      },
    ]);
  });

  test('keys move an order and tell the customer; what became of the message is shown', async () => {
    const { page, go, place, channel, api } = await openShop();
    const { id } = await place({ paymentStatus: 'PAID', address: 'Rua A, 1' });
    await go('/orders');
    await card(page, '#1 Maria José').focus();
    await page.keyboard.press('Shift+ArrowRight');
    const dialog = page.getByRole('dialog', { name: 'Order #1 → Out for delivery' });
    await dialog.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const told = column(page, 'On the way').getByText('Told');
    await told.waitFor();
    const [message] = await channel.phoneShows(maria);
    expect(message.content).toContain('nº 1');
    expect((await api.get(`/api/orders/${id}`)).body.status).toBe('OUT_FOR_DELIVERY');
    await expect.poll(() => page.evaluate<string>('document.activeElement.dataset.card')).toBe(id);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('cannot become “Ready for pickup”').last().waitFor();
  });

  test('dragging moves an order without telling, and giving up leaves it', async () => {
    const { page, go, place, channel, api } = await openShop();
    const { id } = await place({ paymentStatus: 'PAID' });
    await go('/orders');
    const article = page.getByRole('article');
    await article.dragTo(column(page, 'Ready'));
    await page.getByRole('button', { name: 'Leave it' }).click();
    await column(page, 'Preparing').getByRole('article').waitFor();
    await article.dragTo(column(page, 'Ready'));
    await page.getByRole('button', { name: 'Only move' }).click();
    await column(page, 'Ready').getByRole('article').waitFor();
    await expect.poll(async () => (await api.get(`/api/orders/${id}`)).body.status).toBe('READY_FOR_PICKUP');
    expect(await channel.phoneShows(maria)).toHaveLength(1);
  });

  test('a new order appears, marked as new, and counts beside the menu', async () => {
    const { page, go, place } = await openShop();
    await go('/orders');
    await page.getByText('Orders will stand here').waitFor();
    await place({ paymentStatus: 'PAID' });
    await column(page, 'Preparing').getByText('New', { exact: true }).waitFor();
    await go('/inbox');
    await place();
    const toast = page.getByRole('status').filter({ hasText: 'New order #2 from Maria José' });
    await toast.waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Orders\s*1$/ })
      .waitFor();
    await toast.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('dialog', { name: 'Order #2' }).waitFor();
  });

  test('a payment is undone where the order did not move, and asked about where it does', async () => {
    const { page, go, place, api } = await openShop();
    const { id } = await place();
    await go(`/orders/${id}`);
    const drawer = page.getByRole('dialog', { name: 'Order #1' });
    await drawer.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('cannot be undone').waitFor();
    await page.getByRole('button', { name: 'Mark as paid' }).last().click();
    await drawer.getByText('Preparing').first().waitFor();
    await api.patch(`/api/orders/${id}`, { paymentStatus: 'PENDING' });
    await drawer.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await api.get(`/api/orders/${id}`)).body.paymentStatus).toBe('PENDING');
  });

  test('the list finds, filters, sorts and exports what it shows', async () => {
    const { page, go, place } = await openShop();
    await place();
    await place({ clientName: 'João Ávila', clientPhone: '21998765432', paymentStatus: 'PAID' });
    await go('/orders?view=list');
    await page.getByText('2 orders').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('avila');
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('João Ávila');
    expect(text).not.toContain('Maria');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('2 orders').first().waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Preparing' }).click();
    await page.waitForURL('**/orders?view=list&status=PREPARING');
    await page.getByText('1 order', { exact: true }).waitFor();
  });

  test('the chat is one key away, and leads back; it shows, creates and tells orders', async () => {
    const { page, go, place, conversationId, api } = await openShop();
    await place({ address: 'Rua A, 1', deliveryFee: 5, total: 96.8 });
    await go('/orders');
    await card(page, '#1 Maria José').focus();
    await page.keyboard.press('c');
    await page.waitForURL(`**/inbox/${conversationId}`);
    await page.getByRole('button', { name: 'Insert an order' }).click();
    await page.getByRole('menuitem', { name: /#1/ }).click();
    const text = await page.getByRole('textbox', { name: 'Write a message' }).inputValue();
    expect(text).toBe(
      [
        'Order #1 · Awaiting payment',
        '2 × Pizza – R$91.80',
        'Delivery fee: R$5.00',
        'Total: R$96.80 (Unpaid)',
        'Delivery: Rua A, 1',
      ].join('\n'),
    );
    const orders = page.getByRole('complementary').getByRole('region', { name: 'Orders' });
    await orders.getByRole('button', { name: 'Order' }).click();
    const form = page.getByRole('dialog', { name: 'New order' });
    expect(await form.getByRole('textbox', { name: 'Customer' }).inputValue()).toBe('Maria José');
    await form.getByRole('textbox', { name: 'Add an item' }).fill('guar');
    await form.getByRole('option', { name: /Guaraná/ }).click();
    await form.getByText('Pickup', { exact: true }).click();
    await form.getByRole('button', { name: 'Create the order' }).click();
    await orders.getByRole('link', { name: /#2/ }).waitFor();
    expect((await api.get('/api/orders')).body.data[0]).toMatchObject({ clientPhone: maria, total: 13 });
    await expectAccessible(page);
    await orders.getByRole('link', { name: /#1/ }).click();
    await page.getByRole('dialog', { name: 'Order #1' }).waitFor();
  });

  test('P shows the ticket, and nothing but the ticket is printed', async () => {
    const { page, go, place } = await openShop();
    await place({ notes: 'Sem cebola' });
    await go('/orders');
    await card(page, '#1 Maria José').focus();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Print order #1' });
    await dialog.getByText('Sem cebola').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.or-print').isVisible()).toBe(true);
    expect(await page.locator('#root').isVisible()).toBe(false);
    expect(await dialog.isVisible()).toBe(false);
  });

  test('Today and the palette lead to the orders', async () => {
    const { page, go, place } = await openShop();
    const { id } = await place({ paymentStatus: 'PAID' });
    await go('/');
    await page
      .getByRole('region', { name: 'Today in figures' })
      .getByRole('link', { name: /order today/ })
      .click();
    await page.waitForURL('**/orders?view=list&dateFrom=*&dateTo=*');
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or do anything' }).fill('maria');
    await page.getByRole('option', { name: /#1 Maria/ }).click();
    await page.waitForURL(`**/orders/${id}`);
  });

  test('orders fit a phone', async () => {
    const { page, go, place } = await openShop({ language: 'pt', viewport: 'phone' });
    const { id } = await place({ paymentStatus: 'PAID' });
    await go('/orders');
    await card(page, '#1 Maria José').waitFor();
    await shoot(page, 'orders-phone');
    expect(await fits(page)).toBe(true);
    await expectAccessible(page);
    await go('/orders?view=list');
    await page.locator('.or-line').waitFor();
    expect(await fits(page)).toBe(true);
    await expectAccessible(page);
    await go(`/orders/${id}`);
    await page.getByRole('dialog').getByText('Pagamento').first().waitFor();
    await expectAccessible(page);
    await shoot(page, 'orders-phone-drawer');
  });
});

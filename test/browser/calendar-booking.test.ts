import { expect, test } from 'vitest';
import { maria } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { clickAt, hourPx, monday, openShop, tuesday, wednesday, week } from './calendar-shop.ts';
import { describeInBrowser, expectAccessible, shoot } from './support.ts';

describeInBrowser('Booking', () => {
  test('free space books: who has the time and closed hours are told before saving', async () => {
    const shop = await openShop();
    const { page, go, book, owner } = shop;
    await book(tuesday, '10:00', '11:00', { clientName: 'Rui' });
    await go(week);
    await page.getByRole('link', { name: /Rui/ }).waitFor();
    await clickAt(shop, 1, 11);
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByRole('textbox', { name: 'Customer', exact: true }).fill('Lia');
    await dialog.getByLabel('Time', { exact: false }).first().fill('10:30');
    const report = dialog.getByRole('status');
    await expect.poll(() => report.textContent()).toContain('Rui has this time: 10:00–11:00 · Confirmed');
    await dialog.getByRole('button', { name: 'Book anyway' }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Time', { exact: false }).first().fill('19:00');
    await expect.poll(() => report.textContent()).toBe('Bia is closed at this time.');
    await shoot(page, 'calendar-book');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText(/^Booked: Lia/).waitFor();
    await page.getByRole('link', { name: /^19:00 ?–20:00, Lia ?, ?Confirmed ?, outside opening hours/ }).waitFor();
    const { body } = await owner.get(`/api/appointments?dateFrom=${tuesday}&search=Lia`);
    expect(body.data).toMatchObject([
      { startTime: `${tuesday}T22:00:00.000Z`, source: 'DASHBOARD', status: 'CONFIRMED' },
    ]);
  });

  test('keys alone book the next free time for a contact that is found by typing', async () => {
    const shop = await openShop();
    const { page, go, owner } = shop;
    const channel = await pairChannel(shop.shop);
    await channel.customerSays(maria, 'Oi', { name: 'Maria José' });
    await go(week);
    await page.locator('[data-column]').first().waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await expect.poll(() => dialog.getByLabel('Day', { exact: false }).first().inputValue()).not.toBe('');
    await page.keyboard.type('mari');
    await page.getByRole('option', { name: /Maria José/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await dialog.getByLabel('Phone').inputValue()).toBe('+55 11 98765-4321');
    await dialog.getByLabel('Service').focus();
    await page.keyboard.type('Haircut');
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Send Maria José a message').check();
    await dialog.getByRole('button', { name: 'Book', exact: true }).press('Enter');
    await page.getByText(/A message went to Maria José/).waitFor();
    const { body } = await owner.get('/api/appointments');
    expect(body.data).toMatchObject([{ title: 'Haircut', clientPhone: maria, notification: { status: 'SENT' } }]);
    expect(Date.parse(body.data[0].endTime) - Date.parse(body.data[0].startTime)).toBe(45 * 60_000);
  });

  test('an appointment is dragged to another day, and back by undo', async () => {
    const shop = await openShop();
    const { page, go, book, read } = shop;
    const { id, startTime } = await book(monday, '10:00', '11:00');
    await go(week);
    const from = (await page.getByRole('link', { name: /Maria José/ }).boundingBox()) ?? { x: 0, y: 0 };
    const to = (await page.locator('[data-column="2"]').boundingBox()) ?? { x: 0 };
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 20);
    await page.mouse.move(to.x + 40, from.y + 10 + hourPx, { steps: 3 });
    await expect.poll(() => page.locator('[data-column="2"] .ca-ghost').textContent()).toBe('11:00–12:00');
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Move Maria José' });
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page
      .locator('[data-column="2"]')
      .getByRole('link', { name: /^11:00 ?–12:00, Maria José/ })
      .waitFor();
    // A move is shown before the server has made it.
    await expect
      .poll(() => read(id))
      .toMatchObject({
        startTime: `${wednesday}T14:00:00.000Z`,
        endTime: `${wednesday}T15:00:00.000Z`,
      });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .locator('[data-column="0"]')
      .getByRole('link', { name: /^10:00 ?–11:00/ })
      .waitFor();
    expect((await read(id)).startTime).toBe(startTime);
  });

  test('the lower edge makes an appointment longer, and a drag over free space books its length', async () => {
    const shop = await openShop();
    const { page, go, book, read } = shop;
    const { id } = await book(monday, '10:00', '11:00');
    await go(week);
    const edge = (await page.locator('.ca-length').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(edge.x + 20, edge.y + 3);
    await page.mouse.down();
    await page.mouse.move(edge.x + 20, edge.y + 3 + hourPx / 2, { steps: 3 });
    await page.mouse.up();
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('link', { name: /^10:00 ?–11:30/ }).waitFor();
    await expect.poll(async () => (await read(id)).endTime).toBe(`${monday}T14:30:00.000Z`);
    const column = (await page.locator('[data-column="3"]').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(column.x + 20, column.y + 13 * hourPx);
    await page.mouse.down();
    await page.mouse.move(column.x + 20, column.y + 15 * hourPx, { steps: 3 });
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await expect.poll(() => dialog.getByLabel('Time', { exact: false }).first().inputValue()).toBe('13:00');
    expect(await dialog.getByLabel('Length').first().inputValue()).toBe('2 hr');
  });

  test('keys move the focus and the appointment, which is told to screen readers', async () => {
    const shop = await openShop();
    const { page, go, book, read } = shop;
    const { id } = await book(monday, '10:00', '11:00', { clientName: 'Ana' });
    await book(monday, '14:00', '15:00', { clientName: 'Rui' });
    await book(wednesday, '13:30', '15:00', { clientName: 'Lia' });
    await go(week);
    const focused = () => page.evaluate<string>(`document.activeElement.textContent`);
    await page.getByRole('link', { name: /Ana/ }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Rui');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('Lia');
    await page.getByRole('link', { name: /Ana/ }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    const dialog = page.getByRole('dialog', { name: 'Move Ana' });
    await expect.poll(focused).toBe('Move');
    await page.keyboard.press('Enter');
    await page
      .locator('[data-column="1"]')
      .getByRole('link', { name: /^10:00 ?–11:00, Ana/ })
      .waitFor();
    await expect.poll(async () => (await read(id)).startTime).toBe(`${tuesday}T13:00:00.000Z`);
    await expect
      .poll(() => page.locator('[role=status]').allTextContents())
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Moved: Ana/)]));
    await page.getByRole('link', { name: /Ana/ }).focus();
    await page.keyboard.press('m');
    await dialog.getByLabel('Time', { exact: false }).first().fill('14:15');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(id)).startTime).toBe(`${tuesday}T17:15:00.000Z`);
  });

  test('states change with and without a message, and what became of it is shown', async () => {
    const shop = await openShop({}, { behavior: { appointmentReminderMinutes: 60 } });
    const { page, go, book, read } = shop;
    const channel = await pairChannel(shop.shop);
    await channel.customerSays(maria, 'Oi', { name: 'Maria José' });
    const { id } = await book(monday, '10:00', '11:00', { status: 'PENDING' });
    await go(`/calendar/${id}`);
    const drawer = page.getByRole('dialog', { name: 'Maria José' });
    await drawer.getByText(/Reminder on Mon.*09:00/).waitFor();
    await page
      .locator('[data-column="0"]')
      .getByRole('link', { name: /Pending/, includeHidden: true })
      .waitFor();
    await drawer.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('A message went to Maria José.').waitFor();
    await drawer.getByText(/Message about the last change: (sent|delivered|read)/).waitFor();
    expect((await read(id)).status).toBe('CONFIRMED');
    await expectAccessible(page);
    await shoot(page, 'calendar-booking');
    await drawer.getByRole('button', { name: 'No-show' }).click();
    await page.getByText('Nobody is sent a message.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'No-show' }).last().click();
    await expect.poll(() => read(id)).toMatchObject({ status: 'CANCELLED', notes: 'No-show' });
    await drawer.getByText('Cancelled').waitFor();
    expect(await drawer.getByRole('button', { name: 'Move' }).count()).toBe(0);
    const shown = await channel.phoneShows(maria);
    expect(shown.filter(({ fromCustomer }) => !fromCustomer)).toHaveLength(1);
    await drawer.getByRole('button', { name: 'Book again' }).click();
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    expect(await dialog.getByLabel('Phone').inputValue()).toBe(maria);
  });

  test('a customer without a conversation is not told, which is said; notes are saved; deleting asks', async () => {
    const shop = await openShop();
    const { page, go, book, read, owner } = shop;
    const { id } = await book(monday, '10:00', '11:00');
    await go(`/calendar/${id}?date=${monday}`);
    const drawer = page.getByRole('dialog', { name: 'Maria José' });
    await drawer.getByLabel('Notes').fill('By the window');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await read(id)).notes).toBe('By the window');
    await drawer.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('No message to Maria José: there is no conversation.').waitFor();
    await drawer.getByText('No message: there is no conversation').waitFor();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It disappears from the calendar for good.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).last().click();
    await expect.poll(async () => (await owner.get(`/owner/appointments/${id}`)).status).toBe(404);
    await page.waitForURL((url) => url.pathname === '/calendar');
  });

  test('a conversation shows the person’s appointments, books another and offers free times', async () => {
    const shop = await openShop();
    const { page, go, book, owner } = shop;
    const channel = await pairChannel(shop.shop);
    const { conversationId } = await channel.customerSays(maria, 'Tem horário?', { name: 'Maria José' });
    await book(monday, '10:00', '11:00');
    await book('2026-01-05', '10:00', '11:00', { status: 'COMPLETED' });
    await go(`/inbox/${conversationId}`);
    const panel = page.getByRole('complementary', { name: 'Contact' });
    await panel.getByText('Corte · Confirmed').waitFor();
    await panel.getByText('1 past').click();
    await panel.getByText('Corte · Completed').waitFor();
    await panel.getByRole('button', { name: 'Appointment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    expect(await dialog.getByLabel('Phone').inputValue()).toBe('+55 11 98765-4321');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await expect.poll(async () => (await owner.get('/api/appointments')).body.total).toBe(3);
    await page.getByRole('button', { name: 'Offer free times' }).click();
    const times = page.getByRole('group', { name: 'Times to offer' }).getByRole('checkbox');
    await expect.poll(() => times.count()).toBe(5);
    await times.first().uncheck();
    await expectAccessible(page);
    await shoot(page, 'calendar-offer');
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    const written = await page.getByRole('textbox', { name: 'Write a message' }).inputValue();
    // In the shop's language, not in the console's.
    expect(written).toMatch(
      /^Estes horários estão livres:\n1\. .+\n2\. .+\n3\. .+\n4\. .+\nQual fica melhor para você\?$/,
    );
    await panel.getByRole('link').filter({ hasText: /10:00/ }).first().click();
    await page.waitForURL((url) => url.pathname.startsWith('/calendar/appt_'));
  });
});

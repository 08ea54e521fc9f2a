import { expect, test } from 'vitest';
import { haircut, makeAgent, maria } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import {
  type ConsoleOptions,
  describeInBrowser,
  expectAccessible,
  languages,
  type OpenConsole,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const range = [{ from: '09:00', to: '18:00' }];
const hours = { days: { mon: range, tue: range, wed: range, thu: range, fri: range, sat: range, sun: range } };

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The Monday after next by the shop's clock: all of its week is to come. */
function comingMonday(): string {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format(Date.now());
  return addDays(today, 15 - (new Date(`${today}T00:00:00Z`).getUTCDay() || 7));
}

const monday = comingMonday();
const tuesday = addDays(monday, 1);
const wednesday = addDays(monday, 2);
const week = `/calendar?date=${monday}`;

interface Shop extends OpenConsole {
  agent: string;
  book(date: string, from: string, to: string, more?: object): Promise<{ id: string; startTime: string }>;
  read(id: string): Promise<{ startTime: string; endTime: string; status: string; notes: string | null }>;
}

/** A hairdresser's who is open from 9 to 18; the browser is on the other side of the world. */
async function openShop(options: ConsoleOptions = {}, agentFields: object = {}): Promise<Shop> {
  const open = await startConsole({ language: 'en', timezone: 'Asia/Tokyo', ...options });
  const { api } = open.shop;
  const services = [{ name: 'Haircut', durationMinutes: 45 }];
  const agent = await makeAgent(api, { businessHours: hours, services, ...agentFields });
  const book: Shop['book'] = async (date, from, to, more = {}) => {
    const times = { startTime: `${date}T${from}`, endTime: `${date}T${to}`, allowOverlap: true };
    return (await api.post('/api/appointments', haircut(agent, { ...times, status: 'CONFIRMED', ...more }))).body;
  };
  const read: Shop['read'] = async (id) => (await open.owner.get(`/owner/appointments/${id}`)).body.appointment;
  return { ...open, agent, book, read };
}

const hourPx = 52;

/** Presses free space of a column at a time of day. */
async function clickAt({ page }: Pick<Shop, 'page'>, column: number, hour: number): Promise<void> {
  await page
    .locator('[data-column]')
    .nth(column)
    .click({ position: { x: 20, y: hour * hourPx + 6 } });
}

describeInBrowser('Calendar', () => {
  test.each(languages)(
    'a week shows appointments by the shop’s clock, with a word for each state, in %s',
    async (language) => {
      const shop = await openShop({ language });
      const { page, go, book } = shop;
      const { statuses } = await wordsOf(language, 'calendar');
      await book(monday, '10:00', '11:00');
      await book(tuesday, '23:00', '23:45', { status: 'PENDING', clientName: 'Rui' });
      await book(wednesday, '09:00', '10:00', { status: 'COMPLETED', clientName: 'Lia' });
      await book(wednesday, '12:00', '13:00', { status: 'CANCELLED', clientName: 'Ivo' });
      await go(`${week}&status=all`);
      const labels = async (column: number) => page.locator(`[data-column="${column}"] .ca-entry`).allTextContents();
      await expect.poll(() => labels(0)).toEqual([`10:00–11:00, Maria José,${statuses.CONFIRMED} · Corte`]);
      expect((await labels(1))[0]).toContain(`23:00–23:45, Rui,${statuses.PENDING} · Corte`);
      expect(await labels(2)).toEqual([
        `09:00–10:00, Lia,${statuses.COMPLETED} · Corte`,
        `12:00–13:00, Ivo,${statuses.CANCELLED} · Corte`,
      ]);
      expect(await page.locator('[data-column="0"] .ca-closed').count()).toBe(2);
      expect(await page.locator('.ca-now').count()).toBe(0);
      await expectAccessible(page);
      if (language === 'en') await shoot(page, 'calendar-week');
      await go('/calendar');
      await page.locator('.ca-now').waitFor();
      const { today } = await wordsOf(language, 'calendar');
      expect(await page.locator('[aria-current=date]').getAttribute('aria-label')).toContain(today);
    },
  );

  test('free space books: who has the time and closed hours are told before saving', async () => {
    const shop = await openShop();
    const { page, go, book, owner } = shop;
    await book(tuesday, '10:00', '11:00', { clientName: 'Rui' });
    await go(week);
    await page.getByRole('link', { name: /Rui/ }).waitFor();
    await clickAt(shop, 1, 11);
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByLabel('Customer', { exact: true }).fill('Lia');
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
    await page.getByRole('link', { name: /^19:00–20:00, Lia, ?Confirmed ?, outside opening hours/ }).waitFor();
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
    expect(await dialog.getByLabel('Phone').inputValue()).toBe(maria);
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
      .getByRole('link', { name: /^11:00–12:00, Maria José/ })
      .waitFor();
    expect(await read(id)).toMatchObject({
      startTime: `${wednesday}T14:00:00.000Z`,
      endTime: `${wednesday}T15:00:00.000Z`,
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .locator('[data-column="0"]')
      .getByRole('link', { name: /^10:00–11:00/ })
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
    await page.getByRole('link', { name: /^10:00–11:30/ }).waitFor();
    expect((await read(id)).endTime).toBe(`${monday}T14:30:00.000Z`);
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
    await page.keyboard.press('Enter');
    await page
      .locator('[data-column="1"]')
      .getByRole('link', { name: /^10:00–11:00, Ana/ })
      .waitFor();
    expect((await read(id)).startTime).toBe(`${tuesday}T13:00:00.000Z`);
    await expect
      .poll(() => page.locator('[role=status]').allTextContents())
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Moved: Ana/)]));
    await page.getByRole('link', { name: /Ana/ }).focus();
    await page.keyboard.press('m');
    await dialog.getByLabel('Time', { exact: false }).first().fill('14:15');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(id)).startTime).toBe(`${tuesday}T17:15:00.000Z`);
  });

  test('arrows, T and letters change what is shown', async () => {
    const { page, go } = await openShop();
    await go(week);
    await page.locator('[data-column]').first().waitFor();
    const date = () => new URL(page.url()).searchParams.get('date');
    await page.keyboard.press('ArrowRight');
    await expect.poll(date).toBe(addDays(monday, 7));
    await page.keyboard.press('d');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(date).toBe(addDays(monday, 6));
    await page.keyboard.press('t');
    await expect.poll(date).toBeNull();
    await page.keyboard.press('l');
    await page.getByText('Your customers’ appointments will stand here.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
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

  test('on days on which the clock changes, the skipped hour is hatched and what is meant is told', async () => {
    const shop = await openShop();
    const { page, go, owner, api } = { ...shop, api: shop.shop.api };
    await owner.patch('/owner/settings/shop', { timezone: 'Europe/Madrid' });
    await page.reload();
    const spring = '2027-03-28';
    await shop.book(spring, '01:30', '03:30', { clientName: 'Ana' });
    await go(`/calendar?view=day&date=${spring}`);
    // One hour long: the clock goes from 2:00 to 3:00.
    await page.getByRole('link', { name: /^01:30–03:30, Ana/ }).waitFor();
    expect(await page.locator('.ca-skipped').count()).toBe(1);
    await page.getByRole('img', { name: 'The clock is put forward by 60 min at 02:00' }).waitFor();
    await clickAt(shop, 0, 5);
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByLabel('Time', { exact: false }).first().fill('02:30');
    await dialog.getByText('The clock skips 02:30 on this day: 03:30 is meant.').waitFor();
    await page.keyboard.press('Escape');
    const autumn = '2027-10-31';
    await api.post(
      '/api/appointments',
      haircut(shop.agent, { startTime: `${autumn}T02:30+01:00`, endTime: `${autumn}T03:30+01:00` }),
    );
    await go(`/calendar?view=day&date=${autumn}`);
    await page.getByRole('img', { name: 'The clock is put back by 60 min at 03:00' }).waitFor();
    // The second 2:30 of this day.
    await page.getByRole('link', { name: /^02:30 GMT\+1–03:30, Maria/ }).waitFor();
    await clickAt(shop, 0, 5);
    await dialog.getByLabel('Time', { exact: false }).first().fill('02:30');
    await dialog.getByText(/The clock shows 02:30 twice on this day: 02:30 GMT\+2, the first, is meant/).waitFor();
    await expectAccessible(page);
  });

  test('a day has a lane for each agent; filters and the list find appointments', async () => {
    const shop = await openShop();
    const {
      page,
      go,
      book,
      shop: { api },
    } = shop;
    const caio = await makeAgent(api, { name: 'Caio', businessHours: hours });
    await book(monday, '10:00', '11:00', { clientName: 'Ana' });
    await book(monday, '10:00', '11:00', { clientName: 'Rui', aiAgentId: caio });
    await book(addDays(monday, 20), '10:00', '11:00', { clientName: 'Lia', status: 'CANCELLED' });
    await go(`/calendar?view=day&date=${monday}`);
    await page.locator('[data-column="0"]').getByRole('link', { name: /Ana/ }).waitFor();
    await page.locator('[data-column="1"]').getByRole('link', { name: /Rui/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Caio' }).click();
    await expect.poll(() => page.locator('[data-column]').count()).toBe(1);
    await go(`/calendar?view=list&date=${monday}`);
    await expect.poll(() => page.locator('.ca-line').count()).toBe(2);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'All states' }).click();
    await expect.poll(() => page.locator('.ca-line').count()).toBe(3);
    await page.getByRole('searchbox', { name: 'Search appointments' }).fill('lia');
    await expect.poll(() => page.locator('.ca-line').allTextContents()).toEqual([expect.stringContaining('Lia')]);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Lia' }).click();
    await page.getByRole('dialog', { name: 'Lia' }).waitFor();
  });

  test('more than fit beside each other are one click away', async () => {
    const { page, go, book } = await openShop();
    for (const name of ['Ana', 'Rui', 'Lia', 'Ivo', 'Eva']) await book(monday, '10:00', '11:00', { clientName: name });
    await go(week);
    await page.getByRole('button', { name: '+3' }).click();
    await expect.poll(() => page.locator('.ca-entry').count()).toBe(5);
  });

  test('what others book and move appears without a reload', async () => {
    const { page, go, book, shop } = await openShop();
    await go(week);
    await page.locator('[data-column]').first().waitFor();
    const { id } = await book(monday, '10:00', '11:00', { clientName: 'Ana' });
    await page.locator('[data-column="0"]').getByRole('link', { name: /Ana/ }).waitFor();
    const times = { startTime: `${tuesday}T12:00`, endTime: `${tuesday}T13:00` };
    await shop.api.patch(`/api/appointments/${id}`, times);
    await page
      .locator('[data-column="1"]')
      .getByRole('link', { name: /^12:00–13:00, Ana/ })
      .waitFor();
    await shop.api.delete(`/api/appointments/${id}`);
    await expect.poll(() => page.locator('.ca-entry').count()).toBe(0);
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
    expect(await dialog.getByLabel('Phone').inputValue()).toBe(maria);
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await expect.poll(async () => (await owner.get('/api/appointments')).body.total).toBe(3);
    await page.getByRole('button', { name: 'Offer free times' }).click();
    const times = page.getByRole('group', { name: 'Times to offer' }).getByRole('checkbox');
    await expect.poll(() => times.count()).toBe(5);
    await times.first().uncheck();
    await expectAccessible(page);
    await shoot(page, 'calendar-offer');
    await page.getByRole('button', { name: 'Insert' }).click();
    const written = await page.getByRole('textbox', { name: 'Write a message' }).inputValue();
    // In the shop's language, not in the console's.
    expect(written).toMatch(
      /^Estes horários estão livres:\n1\. .+\n2\. .+\n3\. .+\n4\. .+\nQual fica melhor para você\?$/,
    );
    await panel.getByRole('link').filter({ hasText: /10:00/ }).first().click();
    await page.waitForURL((url) => url.pathname.startsWith('/calendar/appt_'));
  });

  test('the palette and Today lead to the calendar', async () => {
    const { page, book } = await openShop();
    const { id } = await book(monday, '10:00', '11:00', { clientName: 'Zuleide' });
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format(Date.now());
    await book(today, '00:10', '00:20', { status: 'COMPLETED' });
    expect(await page.getByRole('link', { name: 'appointment today' }).getAttribute('href')).toBe('/calendar');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zuleide');
    await page.getByRole('option', { name: /Zuleide/ }).click();
    await page.waitForURL((url) => url.pathname === `/calendar/${id}` && url.searchParams.get('date') === monday);
    await page.getByRole('dialog', { name: 'Zuleide' }).waitFor();
  });

  test('a phone shows the day first', async () => {
    const shop = await openShop({ viewport: 'phone' });
    const { page, go, book } = shop;
    await book(monday, '10:00', '11:00');
    await go(week);
    await page.getByRole('link', { name: /Maria José/ }).waitFor();
    expect(await page.locator('[data-column]').count()).toBe(1);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
    await shoot(page, 'calendar-phone');
    await page.locator('[data-column]').tap({ position: { x: 100, y: 14 * hourPx + 6 } });
    await page.getByRole('dialog', { name: 'New appointment' }).waitFor();
    await expectAccessible(page);
  });
});

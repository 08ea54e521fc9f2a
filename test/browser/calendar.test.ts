import { expect, test } from 'vitest';
import { haircut, makeAgent } from '../support/shop/sales.ts';
import { addDays, clickAt, hourPx, hours, monday, openShop, tuesday, wednesday, week } from './calendar-shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, wordsOf } from './support.ts';

describeInBrowser('Calendar', () => {
  test.each(journeyLanguages)(
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
      expect(await page.locator('[aria-current=date]').textContent()).toContain(today);
    },
  );

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

  test('on days on which the clock changes, the skipped hour is hatched and what is meant is told', async () => {
    const shop = await openShop();
    const { page, go, owner, api } = { ...shop, api: shop.shop.api };
    await owner.patch('/owner/settings/shop', { timezone: 'Europe/Madrid' });
    await page.reload();
    const spring = '2027-03-28';
    await shop.book(spring, '01:30', '03:30', { clientName: 'Ana' });
    await go(`/calendar?view=day&date=${spring}`);
    // One hour long: the clock goes from 2:00 to 3:00.
    await page.getByRole('link', { name: /^01:30 ?–03:30, Ana/ }).waitFor();
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
    await page.getByRole('link', { name: /^02:30 GMT\+1 ?–03:30, Maria/ }).waitFor();
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
      .getByRole('link', { name: /^12:00 ?–13:00, Ana/ })
      .waitFor();
    await shop.api.delete(`/api/appointments/${id}`);
    await expect.poll(() => page.locator('.ca-entry').count()).toBe(0);
  });

  test('the palette and Today lead to the calendar', async () => {
    const { page, book } = await openShop();
    const { id } = await book(monday, '10:00', '11:00', { clientName: 'Zuleide' });
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format(Date.now());
    await book(today, '00:10', '00:20', { status: 'COMPLETED' });
    const figure = page.getByRole('link', { name: 'appointment today' });
    expect(await figure.getAttribute('href')).toBe(`/calendar?date=${today}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zuleide');
    await page.locator('[role=option][id*="-appointment-"]').click();
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

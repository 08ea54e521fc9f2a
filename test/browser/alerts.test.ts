import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ManualClock } from '../support/server/clock.ts';
import { addPerson, goodPassphrase } from '../support/server/console.ts';
import { joao, maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import {
  type ConsoleOptions,
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type Language,
  openPage,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

/**
 * Speakers and notifications that record what the page does with them. `strokes` has the moment of each stroke of the
 * bell, `shown` the notifications; `permission` is what the person answers when the browser asks.
 */
const recorders = `
  window.strokes = [];
  window.shown = [];
  window.permission = 'granted';
  window.AudioContext = class {
    state = 'running';
    destination = {};
    get currentTime() { return performance.now() / 1000; }
    createGain() {
      const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { gain, connect: (to) => to };
    }
    createOscillator() {
      // A stroke has several tones that begin together.
      const start = (when) => strokes.includes(when) || strokes.push(when);
      return { frequency: {}, connect: (to) => to, start, stop() {} };
    }
  };
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (Notification.permission = window.permission); }
    constructor(title, { body }) { this.told = [title, body]; shown.push(this); }
    close() {}
  };
`;

const strokes = (page: Page) => page.evaluate<number>('strokes.length');
const shown = (page: Page) => page.evaluate<[string, string][]>('shown.map(({ told }) => told)');
const badge = (page: Page) => page.locator('.fd-nav-badge[data-waiting]');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Whether the window is in front of the others. */
const bringToFront = (page: Page, isInFront: boolean) => page.evaluate<void>(`document.hasFocus = () => ${isInFront}`);

/** The number beside the inbox, and what the tab is called. */
const numberOf = (page: Page) =>
  page.evaluate<[string | null, string]>(
    `[document.querySelector('.fd-nav-badge[data-waiting] [aria-hidden]')?.textContent ?? null, document.title]`,
  );
const nobodyWaits = [null, 'Padaria da Praça · Frontdesk'];
const oneWaits = ['1', '(1) Padaria da Praça · Frontdesk'];

async function sayIn(language: Language) {
  const [shell, settings, inbox] = await Promise.all(
    ['shell', 'settings', 'inbox'].map((screen) => wordsOf(language, screen)),
  );
  const waits = (name: string): string => shell.alerts.waiting.replace('{{name}}', name);
  return { shell, alerts: settings.alerts, inbox, waits };
}

/** A shop with a channel and no agent, so each customer's first message calls a person. */
async function openShop(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', ...options });
  await open.context.addInitScript(recorders);
  await open.page.reload();
  await open.page.locator('#content').waitFor();
  const channel = await pairChannel(open.shop);
  const settings = async () => (await open.owner.get('/owner/alerts')).body;
  return { ...open, channel, settings, say: await sayIn(options.language ?? 'en') };
}

/** A browser of her own in which Ana, an attendant, is signed in. */
async function openAsAna({ shop, owner }: Pick<Awaited<ReturnType<typeof openShop>>, 'shop' | 'owner'>) {
  const { id, client } = await addPerson(owner, 'Ana');
  const { page, context, go } = await openPage(`${shop.api.url}/`, { language: 'en', setUp: false });
  await context.addInitScript(`${recorders}; localStorage.setItem('frontdesk.language', 'en')`);
  await page.getByLabel('Name', { exact: true }).fill('Ana');
  await page.getByLabel('Passphrase').fill(goodPassphrase);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
  await page.reload();
  await page.locator('#content').waitFor();
  return { id, client, page, go };
}

describeInBrowser('alerts', () => {
  test.each(journeyLanguages)(
    'a customer who waits is shown beside the inbox and in the tab, told and rung, until a person answers, in %s',
    async (language) => {
      const { page, channel, say } = await openShop({ language });
      expect(await numberOf(page)).toEqual(nobodyWaits);
      const { conversationId } = await channel.customerSays(maria, 'Tem bolo?', { name: 'Maria' });
      const told = toast(page, say.waits('Maria'));
      await told.waitFor();
      await expect.poll(() => numberOf(page)).toEqual(oneWaits);
      await expect.poll(() => strokes(page)).toBe(1);
      expect(await badge(page).textContent()).toContain(say.shell.nav.waiting_one.replace('{{count}}', '1'));
      expect(await shown(page), 'the window is in front').toEqual([]);
      await told.getByRole('button', { name: say.shell.alerts.open }).click();
      await page.waitForURL(`**/inbox/${conversationId}`);
      const composer = page.getByRole('textbox', { name: say.inbox.composer.write });
      await composer.fill('Tem, sim!');
      await composer.press('Enter');
      await expect.poll(() => numberOf(page)).toEqual(nobodyWaits);

      // Whoever looks at the conversation needs no bell, only the number.
      await channel.customerSays(maria, 'Quanto custa?');
      await expect.poll(() => numberOf(page)).toEqual(oneWaits);
      expect([await strokes(page), await told.count()]).toEqual([1, 0]);
    },
  );

  test('an owner and an attendant are both called, and whom one of them answers calls only her', async () => {
    const { page, channel, say, ...rest } = await openShop();
    const ana = await openAsAna(rest);
    const pages = [page, ana.page];
    const { conversationId } = await channel.customerSays(maria, 'Oi', { name: 'Maria' });
    for (const each of pages) {
      await toast(each, say.waits('Maria')).waitFor();
      await expect.poll(() => numberOf(each)).toEqual(oneWaits);
      await expect.poll(() => strokes(each)).toBe(1);
    }
    await ana.client.post(`/api/conversations/${conversationId}/messages`, { content: 'Bom dia!' });
    for (const each of pages) await expect.poll(() => numberOf(each)).toEqual(nobodyWaits);
    await channel.customerSays(maria, 'Tem bolo?');
    await expect.poll(() => numberOf(ana.page)).toEqual(oneWaits);
    await expect.poll(() => strokes(ana.page)).toBe(2);
    expect([await numberOf(page), await strokes(page)]).toEqual([nobodyWaits, 1]);
  });

  test('a window in the background shows a notification that opens the conversation, once for all windows', async () => {
    // Browsers let only trusted pages show notifications.
    const { page, context, url, channel, say, go } = await openShop({ origin: 'here' });
    const other = await context.newPage();
    await other.goto(url);
    await other.locator('#content').waitFor();
    const { notifies, rings, blocked } = say.alerts;
    await go('/settings/alerts');
    await page.evaluate(`window.permission = 'denied'`);
    await page.getByRole('switch', { name: notifies }).click();
    await page.getByText(blocked).waitFor();
    expect(await page.getByRole('switch', { name: notifies }).isChecked()).toBe(false);
    await expectAccessible(page);
    await page.evaluate(`window.permission = 'granted'`);
    await page.getByRole('switch', { name: notifies }).click();
    await page.getByText(blocked).waitFor({ state: 'detached' });
    await other.evaluate(`Notification.requestPermission()`);
    for (const each of [page, other]) await bringToFront(each, false);

    await channel.customerSays(maria, 'Tem bolo?', { name: 'Maria' });
    const all = async () => [...(await shown(page)), ...(await shown(other))];
    await expect.poll(all).toEqual([[say.waits('Maria'), 'Tem bolo?']]);
    expect((await strokes(page)) + (await strokes(other))).toBe(1);
    expect(await toast(page, say.waits('Maria')).count()).toBe(0);

    await other.close();
    await page.getByRole('switch', { name: rings }).click();
    const rung = await strokes(page);
    const { conversationId } = await channel.customerSays(joao, 'Bom dia', { name: 'João' });
    await expect.poll(() => shown(page)).toContainEqual([say.waits('João'), 'Bom dia']);
    expect(await strokes(page), 'the bell is off').toBe(rung);
    await page.evaluate(`shown.at(-1).onclick()`);
    await page.waitForURL(`**/inbox/${conversationId}`);
  });

  test('the owner sets quiet hours, the channels that call and when everybody is called; they hold at once', async () => {
    const { page, channel, settings, say, go } = await openShop();
    const { overdue, minutes_other: minutes, quiet, from, to } = say.alerts;
    await go('/settings/alerts');
    await page.getByRole('combobox', { name: overdue }).click();
    await page.getByRole('option', { name: minutes.replace('{{count}}', '5'), exact: true }).click();
    await expect.poll(settings).toEqual({ mutedChannelIds: [], quietHours: null, overdueMinutes: 5 });

    await page.getByRole('switch', { name: quiet }).click();
    await expect.poll(settings).toMatchObject({ quietHours: { from: '22:00', to: '08:00' } });
    const end = page.getByLabel(to, { exact: true });
    await end.fill('');
    await end.pressSequentially('22:00');
    await end.press('Tab');
    await page.getByRole('alert').waitFor();
    expect(await settings(), 'quiet all day').toMatchObject({ quietHours: { from: '22:00', to: '08:00' } });
    const start = page.getByLabel(from, { exact: true });
    await start.fill('');
    await start.pressSequentially('21:30');
    await start.press('Tab');
    await expect.poll(settings).toMatchObject({ quietHours: { from: '21:30', to: '08:00' } });
    await page.getByRole('switch', { name: quiet }).click();
    await expect.poll(settings).toMatchObject({ quietHours: null });
    await start.waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Shop' }).click();
    await expect.poll(settings).toEqual({ mutedChannelIds: [channel.id], quietHours: null, overdueMinutes: 5 });
    await expectAccessible(page);
    await shoot(page, 'settings-alerts-muted');
    await channel.customerSays(maria, 'Oi', { name: 'Maria' });
    await expect.poll(() => numberOf(page)).toEqual(oneWaits);
    await page.getByRole('checkbox', { name: 'Shop' }).click();
    await expect.poll(settings).toMatchObject({ mutedChannelIds: [] });
    await channel.customerSays(joao, 'Oi', { name: 'João' });
    await toast(page, say.waits('João')).waitFor();
    expect([await strokes(page), await toast(page, say.waits('Maria')).count()]).toEqual([1, 0]);
  });

  test('who waits too long rings twice, with everybody, whoever has the conversation', async () => {
    const clock = new ManualClock(new Date().toISOString());
    const { page, owner, channel, say, ...rest } = await openShop({ clock });
    const ana = await openAsAna({ owner, ...rest });
    await owner.put('/owner/alerts', { mutedChannelIds: [], quietHours: null, overdueMinutes: 2 });
    const { conversationId } = await channel.customerSays(maria, 'Oi', { name: 'Maria' });
    await owner.patch(`/api/conversations/${conversationId}`, { assignedToUserId: ana.id });
    for (const each of [page, ana.page]) await expect.poll(() => strokes(each)).toBe(1);
    clock.advance(2 * 60_000);
    await rest.shop.app.platform.scheduler.tick();
    for (const each of [page, ana.page]) {
      await toast(each, say.shell.alerts.overdue.replace('{{name}}', 'Maria')).waitFor();
      await expect.poll(() => strokes(each)).toBe(3);
    }
  });

  test('an attendant sets what her own device does, and nothing of the shop', async () => {
    const open = await openShop();
    const { page, go } = await openAsAna(open);
    const { device, shop, rings, try: tryIt } = open.say.alerts;
    await go('/settings/alerts');
    await page.getByRole('heading', { name: device }).waitFor();
    expect(await page.getByRole('heading', { name: shop }).count()).toBe(0);
    await page.getByRole('button', { name: tryIt }).click();
    await expect.poll(() => strokes(page)).toBe(1);
    await page.getByRole('switch', { name: rings }).click();
    await page.reload();
    await page.locator('#content').waitFor();
    expect(await page.getByRole('switch', { name: rings }).isChecked()).toBe(false);
    await open.channel.customerSays(maria, 'Oi', { name: 'Maria' });
    await toast(page, open.say.waits('Maria')).waitFor();
    expect(await strokes(page)).toBe(0);
    await expectAccessible(page);
  });

  test('the number is on a phone’s tab too', async () => {
    const { page, channel } = await openShop({ language: 'pt', viewport: 'phone' });
    await channel.customerSays(maria, 'Oi', { name: 'Maria' });
    await expect.poll(() => numberOf(page)).toEqual(oneWaits);
    await page.getByRole('status').filter({ hasText: 'Maria' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'alerts-phone');
  });
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { haircut, makeAgent, maria, pizzas } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import {
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  openMessage,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const joao = '+5521998765432';
const someone = /^(Search or do anything|Buscar ou fazer qualquer coisa|Buscar o hacer cualquier cosa)$/;

/** A console whose shop knows Maria, who wrote, ordered and booked, and João, who wrote. */
async function openShop(options: Parameters<typeof startConsole>[0] = {}) {
  const open = await startConsole({ language: 'en', ...options });
  const channel = await pairChannel(open.shop);
  const said = await channel.customerSays(maria, 'Vocês têm pão de açúcar?', { name: 'Maria José' });
  await channel.customerSays(joao, 'Quero um orçamento de portão', { name: 'João Ávila' });
  const agent = await makeAgent(open.shop.api);
  await open.shop.api.post('/api/orders', pizzas(agent));
  await open.shop.api.post('/api/appointments', haircut(agent));
  return { ...open, channel, said };
}

const field = (page: Page) => page.getByRole('combobox', { name: someone });
/** Opens the palette and types in it. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type(text);
}

const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name });
const selected = (page: Page) => page.getByRole('option', { selected: true }).textContent();

/** What a Spanish keyboard reports: the key types a slash with Shift held. */
const typeWithShift = (page: Page, key: string, code: string) =>
  page.evaluate<void>(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, shiftKey: true, bubbles: true, cancelable: true })}))`,
  );

describeInBrowser('the palette', () => {
  test.each(journeyLanguages)(
    'Ctrl K opens it; it finds the shop’s people, orders, appointments and messages, in %s',
    async (language) => {
      const { page } = await openShop({ language });
      const { groups, statuses } = await wordsOf(language, 'palette');
      await page.keyboard.press('Control+k');
      await field(page).waitFor();
      await page.getByRole('group', { name: groups.screens }).waitFor();
      await page.getByRole('group', { name: groups.actions }).waitFor();
      await page.keyboard.type('maria');
      for (const group of [groups.contact, groups.order, groups.appointment]) {
        await page.getByRole('group', { name: group }).getByRole('option', { name: /Maria/ }).waitFor();
      }
      const order = page.getByRole('group', { name: groups.order }).getByRole('option');
      expect(await order.textContent()).toContain(statuses.order.AWAITING_PAYMENT);
      expect(await order.textContent()).toMatch(/91[.,]80/);
      expect(await order.locator('mark').textContent()).toBe('Maria');
      await expectAccessible(page);
      await shoot(page, `palette-${language}`);
      await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'detached' });
    },
  );

  test('the arrows move, Enter opens the message in its conversation, and it is offered again', async () => {
    const { page, said, go } = await openShop();
    await find(page, 'acuc');
    await option(page, /açúcar/).waitFor();
    expect(
      await option(page, /açúcar/)
        .locator('mark')
        .textContent(),
    ).toBe('açúc');
    await openMessage(page, said, () => page.keyboard.press('Enter'));
    await page.getByRole('heading', { name: 'Maria José' }).waitFor();
    await go('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Maria José' }).waitFor();
    const [first, second] = await page.getByRole('option').allTextContents();
    expect(await selected(page)).toBe(first);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected(page)).toBe(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => selected(page)).toBe('Sign out');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Frontdesk' }).waitFor();
    expect(await page.evaluate<string>('Object.keys(localStorage).join()')).not.toContain('recent');
  });

  test('an answer that comes late never replaces a newer one, nor does Enter take it', async () => {
    const { page, context, said } = await openShop();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route(/\/owner\/search\?q=jo$/, async (route) => {
      await held;
      await route.continue();
    });
    await find(page, 'jo');
    await page.waitForRequest(/search\?q=jo$/);
    await field(page).fill('pao');
    await option(page, /açúcar/).waitFor();
    release();
    await page.waitForResponse(/search\?q=jo$/);
    await option(page, /açúcar/).waitFor();
    expect(await option(page, /João/).count()).toBe(0);
    await field(page).fill('');
    await page.keyboard.type('acucar');
    await openMessage(page, said, () => page.keyboard.press('Enter'));
  });

  test('it goes to screens and does things while the server is away', async () => {
    const { page, shop } = await openShop();
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await shop.app.stop();
    await page.keyboard.type('dark');
    await option(page, 'Dark theme').waitFor();
    await page.getByText(/only screens and actions/).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
    await find(page, 'inb');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/inbox');
  });

  test('it begins conversations, campaigns, agents and a backup, changes the language and pauses sending', async () => {
    const { page } = await openShop();
    const choose = async (text: string) => {
      await find(page, text);
      await page.keyboard.press('Enter');
    };
    for (const text of ['New conversation', 'New campaign', 'New agent']) {
      await choose(text.toLowerCase());
      await page.getByRole('dialog', { name: text }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: text }).waitFor({ state: 'detached' });
    }
    await choose('español');
    await page.locator('html[lang=es]').waitFor({ state: 'attached' });
    await choose('english');
    await page.locator('html[lang=en]').waitFor({ state: 'attached' });
    await choose('back up');
    await page.getByRole('listitem').getByText('Checked').waitFor({ timeout: 20_000 });
    await choose('pause');
    await page.getByText('Sending is paused: nothing leaves for customers or webhooks.').waitFor();
    await choose('resume');
    await page.getByText('Sending is paused: nothing leaves for customers or webhooks.').waitFor({ state: 'detached' });
  });

  test('it switches to another shop', async () => {
    const { page, owner } = await openShop();
    const place = { country: 'ES', timezone: 'Europe/Madrid', language: 'es' };
    await owner.post('/owner/workspaces', { name: 'Peluquería Sol', ...place });
    await page.reload();
    await page.locator('#content').waitFor();
    await find(page, 'sol');
    await option(page, 'Switch to Peluquería Sol').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').getByText('Peluquería Sol').first().waitFor();
  });

  test('it says that nothing was found, and is not opened by a slash that is typed', async () => {
    const { page, go } = await openShop();
    await page.keyboard.press('/');
    await field(page).waitFor();
    await page.keyboard.type('zzz/zzz');
    await page.getByText('Nothing found for “zzz/zzz”').waitFor();
    await page.keyboard.press('Escape');
    await go('/inbox');
    await page.getByRole('link', { name: /Maria José/ }).waitFor();
    await page.keyboard.press('/');
    expect(await field(page).count()).toBe(0);
    await expect.poll(() => page.evaluate<string>('document.activeElement.type')).toBe('search');
  });

  test('it fits a phone', async () => {
    const { page } = await openShop({ viewport: 'phone' });
    await find(page, 'maria');
    await option(page, /Maria/).first().waitFor();
    await shoot(page, 'palette-phone');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

describeInBrowser('shortcuts on a Spanish keyboard', () => {
  test('/ and ? work with Shift held', async () => {
    const { page, go } = await openShop();
    await typeWithShift(page, '/', 'Digit7');
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await go('/inbox');
    await page.getByRole('link', { name: /Maria José/ }).waitFor();
    await typeWithShift(page, '/', 'Digit7');
    await expect.poll(() => page.evaluate<string>('document.activeElement.type')).toBe('search');
    await page.keyboard.press('Escape');
    await typeWithShift(page, '?', 'Minus');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});

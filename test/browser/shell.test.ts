import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { describeInBrowser, expectAccessible, languages, shoot, startConsole, wordsOf } from './support.ts';

const groups = {
  serve: ['today', 'inbox', 'calendar'],
  sell: ['orders', 'pipeline', 'customers', 'campaigns'],
  automate: ['agents', 'flows', 'knowledge', 'library'],
  connect: ['channels', 'integrations', 'webhooks', 'keys'],
};
const tabs = ['today', 'inbox', 'calendar', 'orders'];

const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not shown');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

/** Saves the shop's name, which shows a notification. */
async function notify(page: Page, go: (path: string) => Promise<void>): Promise<Locator> {
  await go('/settings/shop');
  await page.getByRole('textbox', { name: 'Name of the shop' }).fill(`Shop ${Math.random()}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Saved' }).last();
  await toast.waitFor();
  return toast;
}

describeInBrowser('the menu', () => {
  test.each(languages)('has its screens in groups, and a menu of the person, in %s', async (language) => {
    const { page } = await startConsole({ language });
    const { nav } = await wordsOf(language, 'shell');
    for (const [group, names] of Object.entries(groups)) {
      const links = page.getByRole('list', { name: nav.groups[group], exact: true }).getByRole('link');
      expect(await links.allTextContents(), group).toEqual(names.map((name) => nav[name]));
    }
    await page.getByRole('button', { name: nav.person }).click();
    await page.getByRole('menuitem', { name: nav.settings }).waitFor();
    await expectAccessible(page);
    if (language === 'pt') await shoot(page, 'shell-person');
    await page.getByRole('menuitem', { name: nav.simulator }).click();
    await page.waitForURL('**/simulator');
  });

  test('closes a group and remembers it, and keeps the current screen in sight', async () => {
    const { page, go } = await startConsole({ language: 'en' });
    const group = page.getByRole('button', { name: 'Connect' });
    await go('/webhooks');
    await group.click();
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    const links = page.getByRole('list', { name: 'Connect' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['Webhooks']);
    await page.reload();
    await expect.poll(() => links.allTextContents()).toEqual(['Webhooks']);
    await group.click();
    expect(await links.count()).toBe(4);
  });

  test('shows another shop, and the theme that is chosen stays', async () => {
    const { page, owner } = await startConsole({ language: 'en' });
    const { name } = (await owner.post('/owner/demo', { language: 'en' })).body;
    await page.reload();
    const shops = page.getByRole('navigation').getByRole('button').first();
    await shops.click();
    await page.getByRole('menuitemradio', { name }).click();
    await page.getByTitle('This is the demo shop').waitFor();
    await shops.click();
    await page.getByRole('menuitemradio', { name: 'Padaria da Praça' }).click();
    await page.getByTitle('This is the demo shop').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
    await page.reload();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  });

  test('asks before it signs out, and says how to come back', async () => {
    const { page } = await startConsole({ language: 'en' });
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out of this browser?' });
    await dialog.getByText('npx frontdesk login').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('navigation').waitFor();
  });

  test('is icons with tooltips in a narrow window, and focus never leaves what is visible', async () => {
    const { page } = await startConsole({ language: 'en', viewport: 'small' });
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    expect((await boxOf(nav)).width).toBeLessThan(70);
    await nav.getByRole('link', { name: 'Knowledge' }).hover();
    await page.getByRole('tooltip', { name: 'Knowledge' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'shell-narrow');
    await nav.getByRole('button').first().focus();
    const stops = await nav.getByRole('button').or(nav.getByRole('link')).count();
    for (let stop = 0; stop < stops; stop++) {
      const box = await boxOf(page.locator(':focus'));
      expect(Math.min(box.width, box.height), `stop ${stop}`).toBeGreaterThan(20);
      await page.keyboard.press('Tab');
    }
    expect(await page.evaluate(`document.activeElement.closest('nav') === null`)).toBe(true);
  });

  test('lists the keys by ?', async () => {
    const { page } = await startConsole({ language: 'en' });
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard help' }).waitFor();
    await expectAccessible(page);
  });
});

describeInBrowser('the menu of a phone', () => {
  test.each(languages)('reaches every screen without scrolling sideways, with words, in %s', async (language) => {
    const { page } = await startConsole({ language, viewport: 'phone' });
    const { nav, common } = await wordsOf(language, 'shell');
    const bar = page.getByRole('navigation', { name: nav.label });
    const labels = [...tabs.map((name) => nav.tabs[name]), nav.more];
    expect(await bar.getByRole('link').or(bar.getByRole('button')).allTextContents()).toEqual(labels);
    for (const label of labels) {
      const word = bar.getByText(label, { exact: true });
      const box = await boxOf(word);
      expect(box.x >= 0 && box.right <= 390 && box.bottom <= 844, label).toBe(true);
      expect(await word.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), label).toBe(true);
    }
    const more = bar.getByRole('button', { name: nav.more });
    for (const name of [...Object.values(groups).flat(), 'settings', 'simulator']) {
      await more.click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('link', { name: nav[name], exact: true }).click();
      await sheet.waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await fitsWidth(page), name).toBe(true);
    }
    await more.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: nav.signOut }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    if (language === 'pt') await shoot(page, 'shell-phone-more');
    await sheet.getByText(nav.themes.dark, { exact: true }).click();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
    await sheet.getByRole('button', { name: common.close }).click();
    await sheet.waitFor({ state: 'detached' });
  });

  test('shows another shop, and signs out', async () => {
    const { page, owner } = await startConsole({ language: 'en', viewport: 'phone' });
    const { name } = (await owner.post('/owner/demo', { language: 'en' })).body;
    await page.reload();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('combobox', { name: 'Shop' }).selectOption(name);
    await page.getByTitle('This is the demo shop').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page
      .getByRole('dialog', { name: 'Sign out of this browser?' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await page.getByLabel('Passphrase').waitFor();
  });
});

describeInBrowser('a long name of a shop', () => {
  test('fits a phone', async () => {
    const { page, owner, go } = await startConsole({ language: 'pt', viewport: 'phone' });
    await owner.patch('/owner/settings/shop', { name: 'Pizzaria e Restaurante Bela Massa da Praça da República' });
    const { workspaceId } = (await owner.post('/owner/demo', { language: 'pt' })).body;
    await page.reload();
    await page.getByRole('button', { name: 'Mais' }).click();
    await page.getByRole('combobox', { name: 'Loja' }).selectOption(workspaceId);
    await page.getByTitle('loja de demonstração').waitFor();
    await go('/settings/demo');
    await page.getByRole('button', { name: /República/ }).waitFor();
    await shoot(page, 'shell-long-name');
    expect(await fitsWidth(page)).toBe(true);
  });
});

describeInBrowser('notifications', () => {
  test('are at the foot, at most three, and cover no button of the header', async () => {
    const { page, go } = await startConsole({ language: 'en' });
    for (let count = 0; count < 4; count++) await notify(page, go);
    const toasts = page.locator('.mantine-Notification-root');
    expect(await toasts.count()).toBeLessThanOrEqual(3);
    for (const toast of await toasts.all()) {
      const box = await boxOf(toast);
      expect(box.y, 'lower half').toBeGreaterThan(400);
      expect(Math.abs(box.x + box.width / 2 - 640), 'centre').toBeLessThan(2);
    }
    await shoot(page, 'shell-toasts');
  });

  test('are above the bar of a phone', async () => {
    const { page, go } = await startConsole({ language: 'en', viewport: 'phone' });
    const toast = await boxOf(await notify(page, go));
    const bar = await boxOf(page.getByRole('navigation', { name: 'Main menu' }));
    expect(toast.bottom).toBeLessThanOrEqual(bar.y);
  });

  test('offer to undo, by button or key', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    const folder = join(await temporaryFolder(), 'sheets');
    await mkdir(folder);
    const allowed = async (): Promise<string[]> => (await owner.get('/owner/spreadsheet-folders')).body.folders;
    await owner.put('/owner/spreadsheet-folders', { folders: [folder] });
    await go('/integrations');
    const remove = page.getByRole('listitem').filter({ hasText: folder }).getByRole('button', { name: 'Remove' });
    await remove.click();
    const toast = page.getByRole('status').filter({ hasText: 'Removed' });
    await toast.waitFor();
    expect(await allowed()).toEqual([]);
    await expectAccessible(page);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(allowed).toEqual([folder]);
    await remove.click();
    await toast.waitFor();
    await page.keyboard.press('z');
    await expect.poll(allowed).toEqual([folder]);
  });
});

describeInBrowser('the console as an installed app', () => {
  test('has a manifest with its icons that a browser accepts', async () => {
    // Browsers install only trusted pages.
    const { page, context, shop } = await startConsole({ language: 'en', origin: 'here' });
    const browser = await context.newCDPSession(page);
    const { url, errors } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // The browser of the tests keeps nothing, as a private window.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    const manifest = await fetch(url);
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
    const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string }[] };
    for (const { src, sizes } of icons) {
      const icon = await fetch(new URL(src, shop.api.url));
      expect(icon.headers.get('content-type')).toBe('image/png');
      const bytes = Buffer.from(await icon.arrayBuffer());
      // Width and height in the header of a PNG.
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });
});

describeInBrowser('an address without a screen', () => {
  test('says so under a heading', async () => {
    const { page, go } = await startConsole({ language: 'en' });
    await go('/nothing');
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await expectAccessible(page);
  });
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { recordAbsence } from '../../server/platform/work/absence.ts';
import { pairChannel } from '../support/shop/shop.ts';
import {
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type OpenConsole,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const hourMs = 3_600_000;

/** Opens the page again as in the window of the desktop program; returns what the console chose there. */
async function openInShell(page: Page): Promise<() => Promise<object[]>> {
  await page.addInitScript(`
    window.chosen = [];
    const choices = { startsAtLogin: false, keepsAwake: false };
    window.frontdesk = {
      chooseForComputer: async (changes) => {
        window.chosen.push(changes);
        return { ...Object.assign(choices, changes) };
      },
    };
  `);
  await page.reload();
  return () => page.evaluate('window.chosen');
}

/** Frontdesk was off for nine hours, in which two customers wrote. */
async function beAway({ shop }: Pick<OpenConsole, 'shop'>) {
  const now = Date.now();
  const at = (hours: number) => new Date(now - hours * hourMs).toISOString();
  const channel = await pairChannel(shop);
  for (const phone of ['+5511988880001', '+5511988880002']) await channel.customerSays(phone, 'Oi, estão abertos?');
  await shop.app.platform.write(({ db }) => recordAbsence(db, at(9), new Date().toISOString()));
}

describeInBrowser('the computer', () => {
  test.each(journeyLanguages)('the settings of the desktop program have a section for it, in %s', async (language) => {
    const { page, go } = await startConsole({ language });
    const { sections, computer } = await wordsOf(language, 'settings');
    await go('/settings');
    await page.getByRole('link', { name: sections.storage }).waitFor();
    expect(await page.getByRole('link', { name: sections.computer, exact: true }).count()).toBe(0);
    const chosen = await openInShell(page);
    await page.getByRole('link', { name: sections.computer, exact: true }).click();
    const awake = page.getByRole('switch', { name: computer.keepsAwake });
    await awake.waitFor();
    expect(await awake.isChecked()).toBe(false);
    await awake.click();
    await expect.poll(() => awake.isChecked()).toBe(true);
    await page.getByRole('switch', { name: computer.startsAtLogin }).click();
    await expect.poll(chosen).toEqual([{}, { keepsAwake: true }, { startsAtLogin: true }]);
    await expectAccessible(page);
    await shoot(page, `computer-${language}`);
  });

  test.each([true, false])('the wizard offers to start with it, and does as it is told: %s', async (isWanted) => {
    const { page } = await startConsole({ setUp: false, language: 'en' });
    const words = await wordsOf('en', 'wizard');
    const chosen = await openInShell(page);
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await click('Next');
    await page.getByRole('textbox', { name: words.name }).fill('Sun Bakery');
    await click('Next');
    await page.getByRole('combobox', { name: words.country }).waitFor();
    await click('Next');
    await page.getByRole('radio', { name: words.empty }).waitFor();
    await click(words.finish);
    const offer = page.getByRole('checkbox', { name: words.startsAtLogin });
    await offer.waitFor();
    expect(await offer.isChecked()).toBe(true);
    await offer.setChecked(isWanted);
    await expectAccessible(page);
    await shoot(page, 'wizard-computer');
    await click(words.open);
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    expect(await chosen()).toEqual([{ startsAtLogin: isWanted }]);
  });

  test.each(journeyLanguages)('one line says that Frontdesk was off, until it is read, in %s', async (language) => {
    const open = await startConsole({ language });
    const { page } = open;
    const { notices } = await wordsOf(language, 'shell');
    await beAway(open);
    await page.reload();
    const line = page.getByRole('status').filter({ hasText: notices.wrote_other.replace('{{count}}', '2') });
    await line.waitFor();
    expect(await line.textContent()).toContain(notices.absence.split('{{')[0]);
    await expectAccessible(page);
    await shoot(page, `absence-${language}-${process.env.BROWSER_SIZE ?? 'desktop'}`);
    expect(await line.getByRole('link', { name: notices.openWaiting }).getAttribute('href')).toBe(
      '/inbox?view=waiting',
    );
    await line.getByRole('button', { name: notices.absenceSeen }).click();
    await line.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await line.count()).toBe(0);
  });
});

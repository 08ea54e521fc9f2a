import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startConsole } from './support.ts';

export interface Clicks {
  /** Clicks of the version before; null: its console could not do it. */
  before: number | null;
  /** The most that it may take now. */
  most: number;
  /** Why it takes as many as before. */
  kept?: string;
}

/**
 * What an owner does with the console. A click is a press of the pointer, of Enter or of Ctrl K; letters that are typed
 * and files that are picked in the system's dialog are none. All but the wizard and the sign-in begin on Today.
 */
export const tasks = {
  setUp: { before: 7, most: 6 },
  firstAnswer: { before: 9, most: 7 },
  pictureWithReply: { before: 5, most: 4 },
  oldTalk: { before: null, most: 2 },
  agent: { before: 7, most: 6 },
  // Two until the menu was read, and one for each of its seven products.
  menu: { before: 9, most: 6 },
  // Five until the text was read, and three to connect an agent with it.
  knowledge: { before: 8, most: 4 },
  campaign: { before: 12, most: 10 },
  webhook: { before: 9, most: 8 },
  key: { before: 3, most: 3, kept: 'A key is opened by name: the screen, the form, and the button that makes it.' },
  backup: { before: 2, most: 2, kept: 'It has to be found and to be begun.' },
  restore: { before: 4, most: 4, kept: 'It replaces everything, so it asks for a word.' },
  phone: { before: 4, most: 3 },
  phoneSignIn: { before: 1, most: 1, kept: 'A passphrase has to be sent.' },
  spreadsheet: { before: 3, most: 2 },
  language: { before: 3, most: 2 },
  sales: { before: null, most: 0 },
} satisfies Record<string, Clicks>;

/** Counts the clicks on a page from now on. Call it once for each page. */
export async function beginCounting(page: Page): Promise<void> {
  await page.evaluate(`
    window.clicks = 0;
    addEventListener('pointerdown', () => clicks++, true);
    addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || (event.ctrlKey && event.key === 'k')) clicks++;
    }, true);
  `);
}

export async function expectFew(page: Page, task: keyof typeof tasks): Promise<void> {
  expect(await page.evaluate<number>('clicks'), `clicks: ${task}`).toBeLessThanOrEqual(tasks[task].most);
}

/** A console on Today, whose clicks are counted. */
export async function openCounted(options: Parameters<typeof startConsole>[0] = {}) {
  const open = await startConsole({ language: 'en', ...options });
  const { page } = open;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const menu = (name: string) =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click();
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or do anything' }).waitFor();
    await page.keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
  };
  await beginCounting(page);
  return { ...open, button, menu, find, dialog: page.getByRole('dialog') };
}

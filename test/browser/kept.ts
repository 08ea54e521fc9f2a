import type { Page } from 'playwright-core';
import { joao, maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, startConsole } from './support.ts';

/** A console with the conversations of Maria and João; Maria's is open. */
export async function openMaria(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', viewport: 'laptop', ...options });
  const channel = await pairChannel(open.shop);
  const { conversationId: otherId } = await channel.customerSays(joao, 'Bom dia', { name: 'João Lima' });
  const { conversationId: id } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
  const { page, go } = open;
  await go(`/inbox/${id}`);
  await fieldOf(page).waitFor();
  /** The shop's messages to Maria, newest first. */
  const sent = async () =>
    (await channel.phoneShows(maria)).filter((one) => !one.fromCustomer).map(({ type, content }) => content ?? type);
  return { ...open, channel, id, otherId, sent };
}

export const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const unsent = (page: Page) => page.getByRole('article').filter({ hasText: 'Not sent.' });

export async function send(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text);
  await fieldOf(page).press('Enter');
}

/** Loads the page again and waits for the conversation. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await fieldOf(page).waitFor();
}

/** Ends the session in the browser, as its expiry does; the returned function signs the same person in again. */
export async function expire(page: Page): Promise<() => Promise<void>> {
  const context = page.context();
  const cookies = await context.cookies();
  const secret = await page.evaluate<string>(`localStorage.getItem('frontdesk.page')`);
  await context.clearCookies();
  return async () => {
    await context.addCookies(cookies);
    await page.evaluate(`localStorage.setItem('frontdesk.page', '${secret}')`);
    await page.reload();
  };
}

/** All that the browser keeps of the console. */
export const storage = (page: Page) => page.evaluate<string>('JSON.stringify(localStorage)');

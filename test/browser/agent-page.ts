import type { Locator, Page } from 'playwright-core';
import { type ConsoleOptions, type Language, shoot, startConsole, wordsOf } from './support.ts';

/** An agent with its page open at a section. */
export async function openAgent(
  section: string,
  draft: object = {},
  { language = 'en', ...options }: ConsoleOptions & { language?: Language } = {},
) {
  const opened = await startConsole({ language, ...options });
  const { page, owner, go } = opened;
  const say = await wordsOf(language, 'agents');
  const { id } = (await owner.post('/api/ai-agents', { name: 'Ana', ...draft })).body;
  await go(`/agents/${id}/${section}`);
  await page.getByRole('heading', { level: 1, name: 'Ana' }).waitFor();
  const path = `/api/ai-agents/${id}`;
  const read = async () => (await owner.get(path)).body;
  const open = (name: string) => page.getByRole('link', { name: say.sections[name], exact: true }).click();
  return { ...opened, say, path, read, open, shot: (name: string) => language === 'pt' && shoot(page, name) };
}

/** A card of the page. */
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** Clicks the form's save button. */
export const save = (page: Page | Locator) => page.locator('button[type=submit]').click();

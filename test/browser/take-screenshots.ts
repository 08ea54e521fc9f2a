/**
 * `npm run screenshots`: writes the README's pictures of the console into `build/screenshots`, light and dark, from the
 * demo shop on a fresh data folder. Clocks stand on a Friday evening and the demo is seeded, so a new run changes only
 * what the console changed. `npm run screenshots -- flows today` takes only those. Needs the Chromium of the browser tests.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { ManualClock } from '../support/server/clock.ts';
import { chromiumFlags, chromiumPath, chromiumPlaces, hasChromium } from './chromium.ts';

const language = 'en';
const size = { width: 1366, height: 820 };
/** Friday, twenty to seven in the evening in the demo shop. */
const moment = '2026-11-20T23:40:00.000Z';
const folder = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));

/** Whether nothing is loading any more and all pictures are there. */
const isDrawn = `!document.querySelector('.fd-loading, .mantine-Loader-root, .mantine-Skeleton-root') &&
  [...document.images].every(({ complete }) => complete)`;
const lookAgainMs = 50;

/** A flow of the demo shop: it asks about a party, and passes large ones on. */
const party = {
  name: 'A party at our place',
  trigger: { type: 'keyword', words: ['party', 'birthday', 'catering'] },
  steps: [
    {
      id: 'guests',
      type: 'ask',
      config: { text: 'Lovely, {{contact.firstName}}! How many will you be?', variable: 'guests', kind: 'number' },
      next: 'size',
    },
    {
      id: 'size',
      type: 'branch',
      config: {
        branches: [
          { conditions: [{ type: 'variable', name: 'guests', operator: 'greater_than', value: '20' }], next: 'card' },
        ],
      },
      next: 'table',
    },
    { id: 'card', type: 'lead', config: { data: { guests: '{{guests}}' } }, next: 'person' },
    { id: 'person', type: 'handoff', config: { text: 'Lucas will plan it with you, one moment.' }, next: null },
    {
      id: 'table',
      type: 'message',
      config: { text: 'A table for {{guests}}: we have one. Which day suits you?' },
      next: null,
    },
  ],
};

/** What is shown: where it lies, and what is there once it is drawn. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  today: async (page) => {
    await go(page, '/');
    await page.getByRole('heading', { name: 'How it is going' }).waitFor();
  },
  inbox: async (page) => {
    await go(page, '/inbox');
    await page.locator('.ib-row').nth(2).click();
    await page.getByRole('log').waitFor();
  },
  orders: async (page) => {
    await go(page, '/orders');
    await page.getByRole('region', { name: /^Preparing/ }).waitFor();
  },
  pipeline: async (page) => {
    await go(page, '/pipeline');
    await page.getByRole('region').nth(2).getByRole('link').first().waitFor();
  },
  agents: async (page) => {
    await go(page, '/agents');
    await page.getByRole('main').locator('a.fd-line-name').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  flows: async (page) => {
    const [agent] = (await call(page, 'GET', '/api/ai-agents')).data;
    const flow = await call(page, 'POST', '/api/flows', { ...party, aiAgentId: agent.id });
    await go(page, `/flows/${flow.id}`);
    await page.locator('.fw-card').nth(2).click();
    await page.getByRole('button', { name: 'Show all of it' }).click();
  },
};

const go = (page: Page, path: string): Promise<void> =>
  page.evaluate<void>(`history.pushState(null, '', ${JSON.stringify(path)})`);

if (!hasChromium) throw new Error(`There is no Chromium at ${chromiumPlaces}: CHROMIUM=/path names another one`);
const home = await mkdtemp(join(tmpdir(), 'frontdesk-screenshots-'));
const environment = { FRONTDESK_HOME: home, FRONTDESK_PORT: '0', FRONTDESK_LOG: 'warn', FRONTDESK_RATE_LIMIT: 'off' };
const app = await createApp({ config: readConfig(environment), clock: new ManualClock(moment) });
const browser = await chromium.launch({ executablePath: chromiumPath as string, args: chromiumFlags });
try {
  await app.listen();
  const page = await openDemo(await app.createLoginLink());
  await mkdir(folder, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const [name, show] of Object.entries(screens)) {
    if (wanted.length === 0 || wanted.includes(name)) await shoot(page, name, show);
  }
} finally {
  await browser.close();
  await app.stop();
  await rm(home, { recursive: true, force: true });
}

/** Sets the shop up, adds the demo shop and returns the console that shows it. */
async function openDemo(link: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(`localStorage.setItem('frontdesk.language', '${language}')`);
  await context.clock.setFixedTime(moment);
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL((url) => url.pathname !== '/login');
  const place = { name: 'Bella Crust', country: 'US', timezone: 'America/New_York', language };
  await call(page, 'POST', '/owner/setup', { ...place, personName: 'Ana' });
  await call(page, 'POST', '/owner/demo', { language });
  await page.reload();
  await page.locator('#content').waitFor();
  return page;
}

/** Calls the server as the page does. */
// biome-ignore lint/suspicious/noExplicitAny: read where it is used
async function call(page: Page, method: string, path: string, body?: object): Promise<any> {
  const { status, answer } = await page.evaluate<{ status: number; answer: unknown }>(`fetch('${path}', {
    method: '${method}',
    headers: { 'Content-Type': 'application/json', 'X-Frontdesk-Page': localStorage.getItem('frontdesk.page') },
    body: ${JSON.stringify(body && JSON.stringify(body))},
  }).then(async (response) => ({ status: response.status, answer: await response.json().catch(() => null) }))`);
  if (status >= 300) throw new Error(`${path} was refused: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Writes one screen in both schemes. */
async function shoot(page: Page, name: string, show: (page: Page) => Promise<void>): Promise<void> {
  await show(page);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
    await settle(page);
    const { size: bytes } = await sharp(await page.screenshot())
      .webp({ quality: 72, effort: 6 })
      .toFile(`${folder}${name}-${scheme}.webp`);
    console.log(`${name}-${scheme}.webp ${Math.round(bytes / 1_000)} kB`);
  }
}

/** Waits until the page is drawn; its policy forbids Playwright to look from within. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(`document.fonts.ready.then(() => true)`);
  while (!(await page.evaluate<boolean>(isDrawn))) await page.waitForTimeout(lookAgainMs);
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`);
}

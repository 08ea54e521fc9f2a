import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { type SessionSecrets, sessionCookie } from '../../server/platform/access/console-sessions.ts';
import { startApp, type TestApp, type TestAppOptions } from '../support/server/app.ts';
import { type ConsoleClient, openConsole, signIn } from '../support/server/console.ts';
import { chromiumFlags, chromiumPath, chromiumPlaces, hasChromium } from './chromium.ts';
import { type Origin, originFlags, seenFrom, usualOrigin } from './origin.ts';
import { shapeOf } from './page-shape.ts';

if (!hasChromium) {
  console.warn(`SKIPPED: no Chromium at ${chromiumPlaces}, so no browser test runs. CHROMIUM=/path names another one.`);
}

/** `describe` of a suite that needs the browser; skipped with a warning if there is none. */
export const describeInBrowser = describe.skipIf(!hasChromium);

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

/**
 * Languages in which a file's journeys are tested: all, or with `JOURNEY_LANGUAGES=1` only one, which differs from file
 * to file. Tests of words and of layout use `languages`.
 */
export const journeyLanguages: readonly Language[] =
  process.env.JOURNEY_LANGUAGES === '1' ? [languageOf(expect.getState().testPath ?? '')] : languages;

function languageOf(file: string): Language {
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return languages[sum % languages.length] ?? 'pt';
}

const locales = { pt: 'pt-BR', en: 'en-US', es: 'es-ES' };
const viewports = {
  desktop: { width: 1280, height: 800 },
  laptop: { width: 1366, height: 768 },
  /** The smallest supported window. */
  small: { width: 1024, height: 640 },
  phone: { width: 390, height: 844 },
};

/** `BROWSER_SIZE=phone` opens pages at phone size in tests that name no size. */
const usualViewport = process.env.BROWSER_SIZE === 'phone' ? 'phone' : 'desktop';

export interface ConsoleOptions extends TestAppOptions {
  language?: Language;
  /** Defaults to `BROWSER_ORIGIN`. Features that browsers reserve for trusted pages need `here`. */
  origin?: Origin;
  viewport?: keyof typeof viewports;
  dark?: boolean;
  /** Time zone of the browser. Default: the shop's. */
  timezone?: string;
  /** false: stops before the first-run wizard. */
  setUp?: boolean;
  /** Errors that the page may report, since the test provokes them. */
  provokes?: RegExp;
  /** Loads all screens ahead of their use, as a browser does that saves no data: slow. */
  loadsAhead?: boolean;
}

export interface OpenConsole {
  shop: TestApp;
  /** Calls as the owner, with a separate session. */
  owner: ConsoleClient;
  /** Signed in, on Today (or the wizard). */
  page: Page;
  /** Address of the console as the browser sees it, without a trailing slash. */
  url: string;
  context: BrowserContext;
  /** Navigates without reloading the page; the path begins with `/`. */
  go(path: string): Promise<void>;
}

let launched: Promise<Browser> | undefined;
afterAll(async () => {
  await (await launched)?.close();
  launched = undefined;
});

/**
 * A page lives for seconds: its scripts are not worth the CPU time of compiling them with optimisation. Benchmarks do it.
 */
const testFlags = [...chromiumFlags, ...originFlags, '--js-flags=--no-maglev --no-turbofan --single-threaded'];

/** Starts a server and signs a new browser in: by the one-time link, which works on the shop's own machine alone. Call it inside a test. */
export async function startConsole(options: ConsoleOptions = {}): Promise<OpenConsole> {
  const {
    language: _language,
    origin = usualOrigin,
    viewport: _viewport,
    dark: _dark,
    timezone: _timezone,
    setUp = true,
    provokes: _provokes,
    loadsAhead: _loadsAhead,
    ...rest
  } = options;
  const shop = await startApp(rest);
  const owner = await signIn(shop);
  if (setUp) await setUpShop(owner);
  if (origin === 'here') return { shop, owner, ...(await openPage(await shop.app.createLoginLink(), options)) };
  const { secrets } = await openConsole(shop, { isRemote: true });
  return { shop, owner, ...(await openPage(`${shop.api.url}/`, options, secrets)) };
}

/** Completes the setup as the wizard does. */
export async function setUpShop(owner: ConsoleClient): Promise<void> {
  const place = { country: 'BR', timezone: 'America/Sao_Paulo', language: 'pt' };
  await owner.post('/owner/setup', { name: 'Padaria da Praça', ...place });
}

/** Opens a page in a new browser: a one-time link, or any page with the secrets of a session. Call it inside a test. */
export async function openPage(
  link: string,
  {
    language = 'pt',
    origin = usualOrigin,
    viewport = usualViewport,
    dark = false,
    timezone = 'America/Sao_Paulo',
    setUp = true,
    provokes,
    loadsAhead = false,
  }: ConsoleOptions = {},
  secrets: SessionSecrets | null = null,
): Promise<Pick<OpenConsole, 'page' | 'url' | 'context' | 'go'>> {
  launched ??= chromium.launch({ executablePath: chromiumPath, args: testFlags });
  const browser = await launched;
  const context = await browser.newContext({
    locale: locales[language],
    timezoneId: timezone,
    viewport: viewports[viewport],
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: viewport === 'phone',
    // The shop's own certificate, over https on its network.
    ignoreHTTPSErrors: true,
  });
  // These hooks run first: the page that reads the event stream closes before the server.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await shootAll(context, task.name);
    await context.close();
  });
  // The wizard shows in the browser's language.
  if (setUp) {
    const script = `if (location.protocol === 'http:') localStorage.setItem('frontdesk.language', '${language}')`;
    await context.addInitScript(script);
  }
  if (!loadsAhead) await context.addInitScript(saveData);
  watchForFaults(context, provokes);
  const address = seenFrom(origin, link);
  if (secrets) await keepSecrets(context, address, secrets);
  const page = await context.newPage();
  await page.goto(address);
  // A browser that trusts the network would hide missing features.
  expect(await page.evaluate('isSecureContext')).toBe(origin === 'here');
  if (setUp) await page.locator('#content').waitFor();
  else await page.waitForURL((url) => url.pathname !== '/login');
  // The router observes `pushState`.
  const go = (path: string) => page.evaluate<void>(`history.pushState(null, '', ${JSON.stringify(path)})`);
  return { page, url: new URL(address).origin, context, go };
}

/** Signs a browser in as its sign-in page does, once: what the page changes later stays. */
async function keepSecrets(context: BrowserContext, url: string, { cookie, page }: SessionSecrets): Promise<void> {
  await context.addCookies([{ name: sessionCookie, value: cookie, url, httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript(`
    if (location.origin === '${new URL(url).origin}' && localStorage.getItem('test.signed-in') === null) {
      localStorage.setItem('test.signed-in', 'yes');
      localStorage.setItem('frontdesk.page', '${page}');
    }`);
}

const saveData = `Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } })`;

/** Fails the test on any uncaught error or violation of the content security policy. */
function watchForFaults(context: BrowserContext, provoked: RegExp | undefined): void {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('console', (message) => {
    const text = message.text();
    // The browser also logs each error response, which tests provoke on purpose.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) faults.push(text);
  });
  onTestFinished(() => {
    expect(
      faults.filter((fault) => !provoked?.test(fault)),
      'errors in the page',
    ).toEqual([]);
  });
}

/** Does what opens a message in its conversation. The thread soon takes the message out of the address again. */
export async function openMessage(
  page: Page,
  { conversationId, id }: { conversationId: string; id: string },
  act: () => Promise<void>,
): Promise<void> {
  await Promise.all([page.waitForURL(`**/inbox/${conversationId}?message=${id}`), act()]);
}

/** Signs out of a console in English, by the person's menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Passphrase').waitFor();
}

const shots = fileURLToPath(new URL('shots/', import.meta.url));
const schemes = ['light', 'dark'] as const;

/** Runs a function in each theme, then restores the first one. */
async function inBothThemes(page: Page, act: (scheme: (typeof schemes)[number]) => Promise<unknown>): Promise<void> {
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    // The API reference follows by its style sheet alone.
    await page.locator(`html:is([data-mantine-color-scheme=${scheme}], [data-theme])`).waitFor({ state: 'attached' });
    await act(scheme);
  }
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

/** With `SHOTS=1`, writes `shots/<name>-light.png` and `-dark.png`, for manual review. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  await mkdir(shots, { recursive: true });
  await inBothThemes(page, (scheme) => page.screenshot({ path: `${shots}${name}-${scheme}.png` }));
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The themes differ only in their colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Takes screenshots of a failed test's pages. */
async function shootAll(context: BrowserContext, test: string): Promise<void> {
  const name = test.replace(/\W+/g, '-').slice(0, 80);
  for (const [index, page] of context.pages().entries()) {
    await page.screenshot({ path: `${shots}failed-${name}-${index}.png` }).catch(() => {});
  }
}

let axeSource: Promise<string> | undefined;

/** Shapes of the pages in which axe found nothing. */
const accessible = new Set<string>();

/**
 * Checks the page as shown against WCAG 2.2 AA; in the dark theme only its colours. A page of the same shape is checked
 * once by each worker: what axe looks at is the same in each language.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A screen whose code is still loading has no heading yet.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const shape = await shapeOf(page);
  if (accessible.has(shape)) return;
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axeSource);
  await inBothThemes(page, async (scheme) => {
    // Without what passed: to describe it takes longer than to check it.
    const options = { runOnly: scheme === 'light' ? rules : colourRules, resultTypes: ['violations'] };
    const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.failureSummary} ${node.html}`).join(' | ')}`,
    );
    expect(found, `axe, ${scheme}`).toEqual([]);
  });
  accessible.add(shape);
}

/** The console's words of a screen in one language. */
// biome-ignore lint/suspicious/noExplicitAny: a tree of words; the console's own types check its shape
export async function wordsOf(language: Language, screen: string): Promise<any> {
  const file = new URL(`../../renderer/words/${language}/${screen}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'));
}

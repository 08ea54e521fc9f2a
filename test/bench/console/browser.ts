import { chromium, type Page } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../../browser/chromium.ts';
import { cli } from '../support.ts';

/** Headers of a request by the page, in the page's JavaScript. */
export const jsonHeaders = `{ 'content-type': 'application/json', 'x-frontdesk-page': localStorage['frontdesk.page'] }`;

/** Opens the console in Chromium (see `chromium.ts`), signed in and past its wizard. */
export async function startBrowser(url: string, home: string): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: chromiumFlags,
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const link = new URL((await cli(home, 'login')).url);
  await page.goto(`${url}/login${link.hash}`);
  await page.waitForURL((at) => at.pathname !== '/login');
  const place = { name: 'Bench', country: 'BR', timezone: 'America/Sao_Paulo', language: 'en' };
  await page.evaluate<void>(`fetch('/owner/setup', {
    method: 'POST', headers: ${jsonHeaders}, body: '${JSON.stringify(place)}' })`);
  return { page, close: () => browser.close() };
}

/** Milliseconds until what a selector names is painted, after a script that makes it appear. */
export const timeUntil = (page: Page, act: string, selector: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const startedAt = performance.now();
    const look = () => document.querySelector(${JSON.stringify(selector)})
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)))
      : requestAnimationFrame(look);
    ${act};
    look();
  })`);

/**
 * Runs in the page: records the delay from each interaction to its paint in `paints`, and the gaps between frames while
 * `isMoving` in `frames`.
 */
export const paintProbe = `
  globalThis.paints = [];
  globalThis.frames = [];
  for (const type of ['keydown', 'pointerup']) addEventListener(type, (event) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => globalThis.paints.push(performance.now() - event.timeStamp);
    requestAnimationFrame(() => port2.postMessage(null));
  }, { capture: true, passive: true });
  let before = 0;
  const frame = (now) => {
    if (globalThis.isMoving && before > 0) globalThis.frames.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

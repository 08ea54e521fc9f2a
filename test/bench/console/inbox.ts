import { prepareShop } from '../shop.ts';
import { round, startFrontdesk, summarize, withTemporaryHome, writeResults } from '../support.ts';
import { paintProbe, startBrowser } from './browser.ts';

/**
 * The console's inbox with 100,000 conversations in Chromium: time from an interaction to the next paint, as the browser
 * measures it (from the event's time stamp until after the next frame). Needs `npm run build:console` and a Chromium
 * (`CHROMIUM=/path`, else /usr/bin/chromium).
 */
const conversations = 100_000;
const times = 100;
/** Pause between interactions: faster than a person, but each gets its own frame. */
const pauseMs = 60;
const goalMs = 100;

await withTemporaryHome(async (home) => {
  await prepareShop(home, conversations, 3);
  const frontdesk = await startFrontdesk(home);
  const { page, close } = await startBrowser(frontdesk.url, home);
  await page.addInitScript(paintProbe);
  const figures: Record<string, object> = {};

  const measure = async (name: string, act: (index: number) => Promise<unknown>): Promise<void> => {
    await page.evaluate<void>('globalThis.paints = []');
    for (let index = 0; index < times; index++) {
      await act(index);
      await page.waitForTimeout(pauseMs);
    }
    await page.waitForTimeout(300);
    figures[name] = summarize(await page.evaluate<number[]>('globalThis.paints'), 95, goalMs);
  };

  const startedAt = performance.now();
  await page.goto(`${frontdesk.url}/inbox`);
  await page.locator('.ib-row').first().waitFor();
  const firstRowsMs = round(performance.now() - startedAt, 0);

  await measure('j and k', (index) => page.keyboard.press(index % 4 === 3 ? 'k' : 'j'));
  await measure('open by Enter', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.ib-message').first().waitFor();
  });
  await page.mouse.move(300, 500);
  await page.evaluate<void>('globalThis.isMoving = true');
  for (let index = 0; index < times; index++) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(pauseMs);
  }
  await page.evaluate<void>('globalThis.isMoving = false');
  figures['frames while scrolling'] = summarize(await page.evaluate<number[]>('globalThis.frames'), 95);
  await measure('open by click', async (index) => {
    await page
      .locator('.ib-row')
      .nth((index % 6) + 4)
      .click();
  });
  const composer = page.locator('.ib-composer textarea');
  await composer.focus();
  await measure('type an answer', (index) => page.keyboard.press('abcdefgh '[index % 9] ?? 'a'));
  await page.locator('.ib-search input').focus();
  await measure('type a search', (index) =>
    page.keyboard.press(index % 5 === 4 ? 'Backspace' : ('pizza'[index % 5] ?? 'p')),
  );

  await close();
  await frontdesk.stop();
  figures['address to first rows'] = { 'took ms': firstRowsMs };
  writeResults('console inbox', figures);
});

import { cli, startFrontdesk, summarize, withTemporaryHome, writeResults } from '../support.ts';
import { paintProbe, startBrowser, timeUntil } from './browser.ts';

/**
 * The builder with a flow of 200 steps, in Chromium: time from the list to the first painted cards with all lines laid
 * out, the gaps between frames while one moves the canvas and zooms, and from a key to the next paint while a text is
 * typed. A flow may have 100 steps, so the page is given the flow by a route of its own. Needs `npm run build:console`
 * and a Chromium (`CHROMIUM=/path`, else /usr/bin/chromium).
 */
const count = 200;
const times = 15;
const goalsMs = { open: 500, frame: 34, type: 100 };

/** A tree of questions and branches whose ways meet again, as long flows are. */
function manySteps(): object[] {
  return [...Array(count).keys()].map((index) => {
    const id = `step-${index}`;
    const to = (offset: number) => (index + offset < count ? `step-${index + offset}` : null);
    if (index % 5 === 1) {
      const config = { text: `Question ${index}?`, variable: 'answer', kind: 'text', retries: 2, onTimeout: null };
      return { id, type: 'ask', config: { ...config, onInvalid: to(7) }, next: to(1) };
    }
    if (index % 5 !== 2) return { id, type: 'message', config: { text: `Message ${index}` }, next: to(1) };
    const way = (value: string, next: string | null) => ({
      match: 'all',
      conditions: [{ type: 'variable', name: 'answer', operator: 'equals', value }],
      next,
    });
    return { id, type: 'branch', config: { branches: [way('yes', to(1)), way('no', to(2))] }, next: to(3) };
  });
}

await withTemporaryHome(async (home) => {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const frontdesk = await startFrontdesk(home);
  const post = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${frontdesk.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { id: string };
  };
  const agent = await post('/api/ai-agents', { name: 'Bench' });
  const first = { id: 'step-0', type: 'message', config: { text: 'Hi' }, next: null };
  const trigger = { type: 'keyword', words: ['hi'] };
  const flow = await post('/api/flows', { aiAgentId: agent.id, name: 'Long', trigger, steps: [first] });
  const { page, close } = await startBrowser(frontdesk.url, home);
  await page.addInitScript(paintProbe);
  await page.route(`**/api/flows/${flow.id}`, (route) =>
    route.fulfill({ json: { ...flow, steps: manySteps() }, headers: { ETag: '"1"' } }),
  );
  const figures: Record<string, object> = {};
  const opens: number[] = [];
  for (let index = 0; index < times; index++) {
    // A new page has nothing in its cache of data; the parts of the console are loaded while it is idle.
    await page.goto(`${frontdesk.url}/flows`);
    await page.waitForTimeout(2_500);
    opens.push(
      await timeUntil(page, `history.pushState(null, '', '/flows/${flow.id}')`, '.fw-card[data-step="step-0"]'),
    );
  }
  figures['open 200 steps'] = summarize(opens, 95, goalsMs.open);

  await page.mouse.move(600, 800);
  await page.evaluate<void>('globalThis.isMoving = true');
  for (let index = 0; index < 60; index++) {
    await page.mouse.down();
    await page.mouse.move(600 - (index % 2 === 0 ? 300 : 100), 800, { steps: 6 });
    await page.mouse.up();
    await page.mouse.move(600, 800);
    if (index % 10 === 0) await page.mouse.wheel(0, index % 20 === 0 ? 300 : -300);
  }
  await page.evaluate<void>('globalThis.isMoving = false');
  figures['frames while moving'] = summarize(await page.evaluate<number[]>('globalThis.frames'), 95, goalsMs.frame);

  // The moves may have left nothing in sight.
  await page.goto(`${frontdesk.url}/flows/${flow.id}`);
  await page.locator('.fw-card').first().click();
  await page.locator('.fw-card[data-step^="step-"]').first().click();
  const field = page.locator('.fw-panel textarea').first();
  await field.focus();
  await page.evaluate<void>('globalThis.paints = []');
  for (const letter of 'The quick brown fox jumps over the lazy dog') {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForTimeout(60);
  }
  figures['type in a form'] = summarize(await page.evaluate<number[]>('globalThis.paints'), 95, goalsMs.type);
  await close();
  await frontdesk.stop();
  writeResults('console flows', figures);
});

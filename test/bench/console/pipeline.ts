import { createApp } from '../../../server/app.ts';
import { createCard, createDefaultPipeline } from '../../../server/areas/crm/index.ts';
import { readConfig } from '../../../server/config.ts';
import { findWorkspace } from '../../../server/platform/access/workspaces.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { cli, startFrontdesk, summarize, withTemporaryHome, writeResults } from '../support.ts';
import { paintProbe, startBrowser } from './browser.ts';

/**
 * The console's pipeline with 50,000 cards, 10,000 a column, in Chromium: time from another screen to the first cards,
 * from a key that moves a card to the next paint, and the gaps between frames while one scrolls and more cards load.
 * Needs `npm run build:console` and a Chromium (`CHROMIUM=/path`, else /usr/bin/chromium).
 */
const cards = 50_000;
const atOnce = 500;
const times = 40;
const pauseMs = 150;
const goalsMs = { open: 300, move: 100 };

async function seed(home: string): Promise<void> {
  const { workspaceId } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const app = await createApp({ config: readConfig({ FRONTDESK_HOME: home, FRONTDESK_LOG: 'error' }) });
  const { platform } = app;
  const workspace = await findWorkspace(platform.database.read, workspaceId);
  if (!workspace) throw new Error('No workspace');
  const workIn = (db: Parameters<typeof platform.workIn>[0]) => ({
    ...platform.workIn(db, workspace, systemActor),
    async emit() {},
  });
  const pipeline = await platform.database.write((db) => createDefaultPipeline(workIn(db)));
  for (let from = 0; from < cards; from += atOnce) {
    await platform.database.write(async (db) => {
      for (let index = from; index < from + atOnce; index++) {
        const stageId = pipeline.stages[index % pipeline.stages.length]?.id ?? '';
        const draft = { pipelineId: pipeline.id, stageId, title: `Card ${index}`, value: index % 1_000 };
        await createCard(workIn(db), { ...draft, contactName: `Person ${index}` });
      }
    });
  }
  await app.stop();
}

/** Runs in the page: goes to the pipeline and returns the milliseconds until its first card has been painted. */
const openPipeline = `new Promise((resolve) => {
  const startedAt = performance.now();
  history.pushState(null, '', '/pipeline');
  const look = () => document.querySelector('.bd-card')
    ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)))
    : setTimeout(look, 2);
  look();
})`;

await withTemporaryHome(async (home) => {
  await seed(home);
  const frontdesk = await startFrontdesk(home);
  const { page, close } = await startBrowser(frontdesk.url, home);
  await page.addInitScript(paintProbe);
  const figures: Record<string, object> = {};
  const opens: number[] = [];
  for (let round = 0; round < times / 4; round++) {
    // A new page has nothing in its cache of data; the parts of the console are loaded while it is idle.
    await page.goto(`${frontdesk.url}/settings`);
    await page.waitForTimeout(2_500);
    opens.push(await page.evaluate<number>(openPipeline));
  }
  figures['open the board'] = summarize(opens, 95, goalsMs.open);

  await page.locator('[data-card]').first().focus();
  await page.evaluate<void>('globalThis.paints = []');
  for (let index = 0; index < times; index++) {
    await page.keyboard.press(index % 2 === 0 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft');
    await page.waitForTimeout(pauseMs);
  }
  figures['move by a key'] = summarize(await page.evaluate<number[]>('globalThis.paints'), 95, goalsMs.move);

  await page.mouse.move(300, 500);
  await page.evaluate<void>('globalThis.isMoving = true');
  for (let index = 0; index < 200; index++) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(40);
  }
  figures['frames while scrolling'] = summarize(await page.evaluate<number[]>('globalThis.frames'), 95);
  const scrolled = await page.evaluate<number>("document.querySelector('.bd-cards').scrollTop");
  figures['pixels scrolled'] = { pixels: scrolled };
  await close();
  await frontdesk.stop();
  writeResults('console pipeline', figures);
});

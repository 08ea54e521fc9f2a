import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { newId } from '../../../server/platform/ids.ts';
import { contactMaker } from '../contact-maker.ts';
import { cli, startFrontdesk, summarize, timeEach, withTemporaryHome, writeResults } from '../support.ts';
import { startBrowser, timeUntil } from './browser.ts';

/**
 * The calendar with 50,000 appointments over two years: how long the server takes for a week and a slot, and the console
 * from the address to the drawn week, from one week to the next, and from the confirmed move to the moved appointment.
 * Needs `npm run build:console` and a Chromium (`CHROMIUM=/path`, else /usr/bin/chromium).
 */
const count = 50_000;
const agents = 8;
const times = 40;
/** A glance at a week before the next one is asked for. */
const lookMs = 300;
const dayMs = 86_400_000;
const goalsMs = { open: 300, step: 100, move: 100 };

await withTemporaryHome(async (home) => {
  const { key, workspaceId } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const first = await startFrontdesk(home);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ids: string[] = [];
  for (let index = 0; index < agents; index++) {
    const body = JSON.stringify({ name: `Agent ${index}` });
    const made = await fetch(`${first.url}/api/ai-agents`, { method: 'POST', headers, body });
    ids.push(((await made.json()) as { id: string }).id);
  }
  await first.stop();
  seed(databaseFile(home), workspaceId, ids);
  const frontdesk = await startFrontdesk(home);
  const figures: Record<string, object> = {};
  const today = new Date().toISOString().slice(0, 10);
  const list = `/api/appointments?dateFrom=${today}&dateTo=${today}&limit=100&overlap=true`;
  const slots = `/api/appointments/free-slots?aiAgentId=${ids[0]}`;
  for (const [name, path] of Object.entries({ 'list of a day': list, 'free slots': slots })) {
    const measured = await timeEach(
      frontdesk.url,
      key,
      Array.from({ length: times }, () => path),
    );
    figures[name] = summarize(measured, 95);
  }
  const { page, close } = await startBrowser(frontdesk.url, home);
  const entries = page.locator('.ca-entry');
  await page.goto(`${frontdesk.url}/calendar`);
  await entries.first().waitFor();
  const go = (path: string) => page.evaluate<void>(`history.pushState(null, '', '${path}')`);
  const opened: number[] = [];
  const stepped: number[] = [];
  const moved: number[] = [];
  for (let index = 0; index < times; index++) {
    await go('/settings');
    await entries.first().waitFor({ state: 'detached' });
    opened.push(await timeUntil(page, `history.pushState(null, '', '/calendar')`, '.ca-entry'));
  }
  for (let index = 0; index < times; index++) {
    await page.waitForTimeout(lookMs);
    const before = await entries.first().getAttribute('data-id');
    const step = `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))`;
    stepped.push(await timeUntil(page, step, `body:not(:has([data-id="${before}"])) .ca-entry`));
  }
  // A day has a lane for each agent, so that what moves stays in sight.
  await go(`/calendar?view=day&date=${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}`);
  await entries.first().waitFor();
  await page.waitForTimeout(1_000);
  for (let index = 0; index < times / 2; index++) {
    const id = await entries.nth(index).getAttribute('data-id');
    const entry = page.locator(`.ca-entry[data-id="${id}"]`);
    const place = await entry.locator('..').evaluate((item) => item.style.top);
    await entry.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('[role=dialog] button[type=submit]:focus').waitFor();
    const confirm = `document.querySelector('[role=dialog] button[type=submit]').click()`;
    moved.push(await timeUntil(page, confirm, `li:not([style*="top: ${place}"]) > .ca-entry[data-id="${id}"]`));
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
  }
  figures['open the week'] = summarize(opened, 95, goalsMs.open);
  figures['next week'] = summarize(stepped, 95, goalsMs.step);
  figures.move = summarize(moved, 95, goalsMs.move);
  await close();
  await frontdesk.stop();
  writeResults('console calendar', figures);
});

/** Half an hour of each hour from 9 to 18, a year back and a year ahead, so that a move finds free time. */
function seed(file: string, workspaceId: string, ids: string[]): void {
  const db = openSqlite(file);
  db.pragma('synchronous = OFF');
  const insert = db.prepare(
    `insert into appointments (id, workspace_id, ai_agent_id, title, start_time, end_time, status, source, client_name,
       contact_id, outside_business_hours, created_at, updated_at)
     values (?, ?, ?, 'Corte', ?, ?, ?, 'BOT', ?, ?, 0, ?, ?)`,
  );
  const contactOf = contactMaker(db, workspaceId);
  const midnight = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);
  const aDay = Math.ceil(count / 730);
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const day = midnight + (Math.floor(index / aDay) - 365) * dayMs;
      const start = new Date(day + (12 + ((index % aDay) % 9)) * 3_600_000);
      const end = new Date(start.getTime() + 1_800_000).toISOString();
      const at = new Date(start.getTime() - dayMs).toISOString();
      const status = start.getTime() < Date.now() ? 'COMPLETED' : 'CONFIRMED';
      const phone = `+55119${String(10_000_000 + (index % 5_000))}`;
      const agent = ids[Math.floor((index % aDay) / 9) % ids.length];
      insert.run(
        newId('appt'),
        workspaceId,
        agent,
        start.toISOString(),
        end,
        status,
        `Cliente ${index}`,
        contactOf(phone, `Cliente ${index}`),
        at,
        at,
      );
    }
  })();
  db.close();
}

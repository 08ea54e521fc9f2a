import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { indexedText } from '../../../server/platform/database/text-index.ts';
import { newId } from '../../../server/platform/ids.ts';
import { contactMaker } from '../contact-maker.ts';
import { cli, startFrontdesk, summarize, timeEach, withTemporaryHome, writeResults } from '../support.ts';
import { startBrowser, timeUntil } from './browser.ts';

/**
 * The console's orders with 50,000 orders of half a year in Chromium: from the click on the menu to the first cards or
 * lines, and from the confirmation of a move to the card in its new column. Needs `npm run build:console` and a Chromium.
 */
const orders = 50_000;
const openOrders = 60;
const times = 12;
const goalsMs = { open: 300, move: 100 };

/** Orders through plain statements, the newest last; the last ones are open. */
function seedOrders(file: string, workspaceId: string, agentId: string): void {
  const db = openSqlite(file);
  db.pragma('synchronous = OFF');
  const order = db.prepare(
    `insert into orders (id, workspace_id, number, ai_agent_id, client_name, contact_id, items, total_cents,
       payment_method, payment_status, address, status, source, created_day, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, 'PIX', 'PAID', 'Rua A, 1', ?, 'API', ?, ?, ?)`,
  );
  const contactOf = contactMaker(db, workspaceId);
  const text = db.prepare('insert into order_search (rowid, text) values (?, ?)');
  const items = [
    { name: 'Margherita grande', quantity: 1, unitPrice: 52.9, catalogItemId: null, notes: null },
    { name: 'Guaraná 2 L', quantity: 2, unitPrice: 13, catalogItemId: null, notes: null },
  ];
  const start = Date.now() - 180 * 86_400_000;
  const stepMs = (Date.now() - start) / orders;
  db.transaction(() => {
    for (let index = 0; index < orders; index++) {
      const at = new Date(start + index * stepMs).toISOString();
      const isOpen = index >= orders - openOrders;
      const status = isOpen ? 'PREPARING' : index % 15 === 0 ? 'CANCELLED' : 'COMPLETED';
      const phone = `+55119${String(10_000_000 + (index % 8_000))}`;
      const [id, name, day] = [newId('ord'), `Cliente ${index % 8_000}`, at.slice(0, 10)];
      const number = index + 1;
      const { lastInsertRowid } = order.run(
        ...[
          id,
          workspaceId,
          number,
          agentId,
          name,
          contactOf(phone, name),
          JSON.stringify(items),
          7_890,
          status,
          day,
          at,
          at,
        ],
      );
      text.run(lastInsertRowid, indexedText(workspaceId, `${name} ${number}`));
    }
    db.prepare('insert into order_numbers (workspace_id, last_number) values (?, ?)').run(workspaceId, orders);
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

await withTemporaryHome(async (home) => {
  const { key, workspaceId } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const first = await startFrontdesk(home);
  const made = await fetch(`${first.url}/api/ai-agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench' }),
  });
  const { id: agentId } = (await made.json()) as { id: string };
  await first.stop();
  seedOrders(databaseFile(home), workspaceId, agentId);

  const frontdesk = await startFrontdesk(home);
  const figures: Record<string, object> = {};
  const day = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  for (const [name, path] of [
    ['server: a page of the list', '/api/orders?limit=50'],
    ['server: a filtered page', '/api/orders?limit=50&status=PREPARING'],
    ['server: a search', '/api/orders?limit=50&search=cliente%2077'],
    ['server: figures of the week', `/api/orders/overview?dateFrom=${day}`],
  ] as const) {
    figures[name] = summarize(await timeEach(frontdesk.url, key, Array(times).fill(path)), 95);
  }

  const { page, close } = await startBrowser(frontdesk.url, home);
  await page.goto(`${frontdesk.url}/orders`);
  await page.locator('.bd-card').first().waitFor();
  const open = async (path: string, selector: string): Promise<number[]> => {
    const measured: number[] = [];
    for (let index = 0; index < times; index++) {
      // A fresh page has no data yet; the parts of the console are loaded while it is idle.
      await page.goto(`${frontdesk.url}/settings`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(2_500);
      measured.push(await timeUntil(page, `history.pushState(null, '', '${path}')`, selector));
    }
    return measured;
  };
  figures['open the board'] = summarize(await open('/orders', '.bd-card'), 95, goalsMs.open);
  figures['open the list'] = summarize(await open('/orders?view=list', '.or-line'), 95, goalsMs.open);

  await page.goto(`${frontdesk.url}/orders`);
  await page.locator('.bd-card').first().waitFor();
  const moves: number[] = [];
  for (let index = 0; index < times; index++) {
    const card = page.locator('[data-column=PREPARING] .bd-link').first();
    const id = await card.getAttribute('data-card');
    await card.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('dialog').getByRole('button').nth(2).waitFor();
    const choose = `[...document.querySelectorAll('[role=dialog] button')].at(-2).click()`;
    moves.push(await timeUntil(page, choose, `[data-column=OUT_FOR_DELIVERY] [data-card="${id}"]`));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  figures['move an order'] = summarize(moves, 95, goalsMs.move);
  await close();
  await frontdesk.stop();
  writeResults('console orders', figures);
});

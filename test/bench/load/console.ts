import { openSqlite } from '../../../server/platform/database/database.ts';
import { indexedText } from '../../../server/platform/database/text-index.ts';
import { dayMs } from '../../../server/platform/durations.ts';
import { newId } from '../../../server/platform/ids.ts';
import { signInByToken } from '../../support/server/console.ts';
import { contactMaker } from '../contact-maker.ts';
import { prepareShop, type Shop } from '../shop.ts';
import {
  cli,
  pinLoadGenerator,
  startFrontdesk,
  summarize,
  timeEach,
  withTemporaryHome,
  writeResults,
} from '../support.ts';

/**
 * What the console reads at its start and while its owner types: Today, and the search of everything, in a shop with
 * 1,000,000 messages, 50,000 orders, 20,000 appointments and 60,000 waits of the last month.
 */
const times = 300;
const goalMs = 50;
const orders = 50_000;
const ordersADay = 500;
const appointments = 20_000;
const waits = 60_000;
const waiting = 200;

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 100_000, 10);
  addSales(shop);
  const frontdesk = await startFrontdesk(home);
  const { url: link } = await cli(home, 'login');
  const { headers } = await signInByToken(frontdesk.url, link.split('#')[1]);
  const figures: Record<string, object> = {};
  const measure = async (name: string, path: string): Promise<void> => {
    const paths = Array.from({ length: times }, () => path);
    await timeEach(frontdesk.url, headers, paths.slice(0, 20));
    figures[name] = summarize(await timeEach(frontdesk.url, headers, paths), 99, goalMs);
  };
  await measure('Today', '/owner/today');
  for (const text of ['calabresa', 'acai', 'promo', 'pizza borda', 'ref1a2', 'Cliente 4711', '98765', '#4711', 'ca']) {
    await measure(`search "${text}"`, `/owner/search?q=${encodeURIComponent(text)}`);
  }
  await frontdesk.stop();
  writeResults('console', figures);
});

/** Fills the shop with orders, appointments and waits up to now, through plain statements. */
function addSales({ file, conversationIds }: Shop): void {
  const db = openSqlite(file);
  db.pragma('synchronous = OFF');
  const { workspace_id: workspace } = db.prepare('select workspace_id from channels').get() as { workspace_id: string };
  const now = Date.now();
  const text = (at: number) => new Date(at).toISOString();
  const agent = newId('agent');
  const phoneOf = (index: number) => `+55119${String(10_000_000 + (index % 100_000))}`;
  const contactOf = contactMaker(db, workspace);
  const search = (table: string) => db.prepare(`insert into ${table} (rowid, text) values (?, ?)`);
  const [orderText, appointmentText] = [search('order_search'), search('appointment_search')];
  const order = db.prepare(
    `insert into orders (id, workspace_id, number, ai_agent_id, client_name, contact_id, items, total_cents,
       payment_status, status, source, created_day, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, '[{"name":"Pizza","quantity":1}]', 5990, 'PAID', ?, 'BOT', ?, ?, ?)`,
  );
  const appointment = db.prepare(
    `insert into appointments (id, workspace_id, ai_agent_id, title, start_time, end_time, status, source, client_name,
       contact_id, outside_business_hours, created_at, updated_at)
     values (?, ?, ?, 'Mesa', ?, ?, 'CONFIRMED', 'BOT', ?, ?, 0, ?, ?)`,
  );
  const wait = db.prepare(
    'insert into conversation_waits (workspace_id, kind, answered_at, waited_ms) values (?, ?, ?, ?)',
  );
  const waitingSince = db.prepare('update conversations set waiting_since = ? where id = ?');
  db.transaction(() => {
    db.prepare(
      `insert into ai_agents (id, workspace_id, name, agent_type, language, services, rules, behavior, status, created_at,
         updated_at) values (?, ?, 'Bia', 'STANDARD', 'pt', '[]', '[]', '{}', 'PUBLISHED', ?, ?)`,
    ).run(agent, workspace, text(now), text(now));
    for (let index = 0; index < orders; index++) {
      const at = text(now - ((orders - index) * dayMs) / ordersADay);
      const name = `Cliente calabresa ${index}`;
      const status = index > orders - 100 ? 'PREPARING' : 'COMPLETED';
      const values = [
        newId('ord'),
        workspace,
        index + 1,
        agent,
        name,
        contactOf(phoneOf(index), name),
        status,
        at.slice(0, 10),
        at,
        at,
      ];
      const { lastInsertRowid } = order.run(...values);
      orderText.run(lastInsertRowid, indexedText(workspace, `${name} ${index + 1}`));
    }
    for (let index = 0; index < appointments; index++) {
      const start = now + (index - appointments * 0.9) * 0.005 * dayMs;
      const name = `Cliente ${index}`;
      const values = [newId('appt'), workspace, agent, text(start), text(start + 3_600_000), name];
      const { lastInsertRowid } = appointment.run(...values, contactOf(phoneOf(index), name), text(start), text(start));
      appointmentText.run(lastInsertRowid, indexedText(workspace, `Mesa ${name}`));
    }
    for (let index = 0; index < waits; index++) {
      const answeredAt = text(now - (index * 30 * dayMs) / waits);
      wait.run(workspace, index % 2 === 0 ? 'PERSON' : 'ANSWER', answeredAt, 60_000 + index);
    }
    for (let index = 0; index < waiting; index++) waitingSince.run(text(now - index * 60_000), conversationIds[index]);
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

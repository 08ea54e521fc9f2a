import { openSqlite } from '../../../server/platform/database/database.ts';
import { newId } from '../../../server/platform/ids.ts';
import { prepareShop } from '../shop.ts';
import { pinLoadGenerator, startFrontdesk, summarize, timeEach, withTemporaryHome, writeResults } from '../support.ts';

/** The views of the customers screen with 50,000 contacts, of whom 30,000 bought and 10,000 are leads. */
const customers = 50_000;
const times = 30;
const goalMs = 300;

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, customers, 2);
  seedSales(shop.file);
  const frontdesk = await startFrontdesk(home);
  const figures: Record<string, object> = {};
  const list = '/api/contacts?limit=50';
  const views = {
    all: list,
    'page 500': `${list}&page=500`,
    'new this week': `${list}&filter=newDays:7`,
    'without answer': `${list}&filter=unanswered`,
    buyers: `${list}&filter=buyer`,
    'buyers who are leads': `${list}&filter=buyer,lead`,
    'opted out': `${list}&filter=optedOut`,
    'own view: a tag': `${list}&filter=tag:VIP`,
    'own view: a tag of buyers': `${list}&filter=tag:VIP,buyer`,
    'search a name': `${list}&search=Cliente`,
    'search a number': `${list}&search=98765`,
    'search of buyers': `${list}&search=Cliente&filter=buyer`,
    leads: '/api/leads?limit=50',
    tags: '/api/contacts/tags',
    'one person': '/api/contacts/+5511910025000',
  };
  for (const [name, path] of Object.entries(views)) {
    const measured = await timeEach(
      frontdesk.url,
      shop.key,
      Array.from({ length: times }, () => path),
    );
    figures[name] = summarize(measured, 99, goalMs);
  }
  await frontdesk.stop();
  writeResults('customers', figures);
});

/** Orders, leads, tags, opt-outs and unanswered messages for some of the contacts. */
function seedSales(file: string): void {
  const db = openSqlite(file);
  db.pragma('synchronous = OFF');
  // The orders' agent does not exist.
  db.pragma('foreign_keys = OFF');
  const contacts = db.prepare('select seq, id, workspace_id, phone, name, created_at from contacts').all() as {
    seq: number;
    id: string;
    workspace_id: string;
    phone: string;
    name: string;
    created_at: string;
  }[];
  const order = db.prepare(
    `insert into orders (id, workspace_id, number, ai_agent_id, client_name, contact_id, items, total_cents,
       payment_status, status, source, created_day, created_at, updated_at)
     values (?, ?, ?, 'agent_bench', ?, ?, '[]', 5000, 'PAID', 'COMPLETED', 'BOT', ?, ?, ?)`,
  );
  const lead = db.prepare(
    `insert into leads (id, workspace_id, ai_agent_id, contact_id, name, tags, data, created_at, updated_at)
     values (?, ?, 'agent_bench', ?, ?, '[]', '{}', ?, ?)`,
  );
  const tag = db.prepare('insert into contact_tags (workspace_id, tag_id, contact_seq) values (?, 1, ?)');
  db.transaction(() => {
    const [{ workspace_id: shopId } = { workspace_id: '' }] = contacts;
    db.prepare(
      "insert into tags (id, workspace_id, name, name_folded, color) values (1, ?, 'VIP', 'vip', '#039be5')",
    ).run(shopId);
    for (const [index, { seq, id, workspace_id, name, created_at: at }] of contacts.entries()) {
      if (index % 5 < 3) order.run(newId('order'), workspace_id, index + 1, name, id, at.slice(0, 10), at, at);
      if (index % 5 === 0) lead.run(newId('lead'), workspace_id, id, name, at, at);
      if (index % 4 === 0) tag.run(workspace_id, seq);
    }
    db.exec('update contacts set conversation_count = 1');
    db.exec('update contacts set opted_out_at = created_at where seq % 20 = 0');
    db.exec('update conversations set unanswered_since = created_at where seq % 10 = 0');
  })();
  db.close();
}

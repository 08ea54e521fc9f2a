import { openSqlite } from '../../../server/platform/database/database.ts';
import { indexedText } from '../../../server/platform/database/text-index.ts';
import { addCards } from './fill-cards.ts';
import { addPeople } from './fill-people.ts';
import { addSales } from './fill-sales.ts';
import { perBlock, vocabulary } from './history.ts';
import { type Shop, Tables } from './tables.ts';

/** 100,000 messages. */
const blocksAtOnce = 100;

/** Writes the blocks [from, to) of the history while no server runs, as the product would have written them. */
export function fill(shop: Shop, from: number, to: number): void {
  const db = openSqlite(shop.file);
  // A crash loses nothing but this data folder.
  for (const fast of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -500000']) {
    db.pragma(fast);
  }
  const tables = new Tables(db, shop);
  const indexed = vocabulary.map((word) => indexedText(shop.workspaceId, word));
  const write = db.transaction((first: number, end: number) => {
    for (let block = first; block < end; block++) {
      addPeople(tables, block, indexed);
      addSales(tables, block);
      addCards(tables, block);
    }
    tables.flush();
  });
  for (let first = from; first < to; first += blocksAtOnce) write(first, Math.min(to, first + blocksAtOnce));
  countAll(db, shop, to - from);
  db.pragma('journal_mode = WAL');
  db.close();
}

/** The counts that the product keeps of all rows. */
function countAll(db: ReturnType<typeof openSqlite>, { workspaceId }: Shop, filled: number): void {
  db.prepare(
    `insert into usage_counters (workspace_id, kind, period, used) values (?, 'contacts', 'total', ?)
       on conflict do update set used = used + excluded.used`,
  ).run(workspaceId, filled * perBlock.contacts);
  db.prepare(
    `insert into order_numbers (workspace_id, last_number) select workspace_id, max(number) from orders where workspace_id = ?
       on conflict do update set last_number = excluded.last_number`,
  ).run(workspaceId);
  db.exec(`update crm_stages set
    card_count = (select count(*) from crm_cards c where c.stage_id = crm_stages.id),
    card_total_cents = (select coalesce(sum(value_cents), 0) from crm_cards c where c.stage_id = crm_stages.id)`);
}

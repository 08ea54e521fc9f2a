import { sql, type Updateable } from 'kysely';
import { countRows, type Db, type Row, type Table, type Tables } from '../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../platform/database/prepared-query.ts';
import { type PageWish, readPage, readSort } from '../../platform/database/read-page.ts';
import { countBy, countShared } from '../../platform/database/row-counts.ts';
import { listRows, putText, removeText } from '../../platform/database/text-index.ts';
import { deleteRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { fromCents } from '../../platform/text/money.ts';
import { readMark } from '../../platform/work/unconfirmed.ts';
import { matchingWithCustomers, phoneOfContact } from '../people/index.ts';
import type { Order, OrderSource, OrderStatus, orderSorts } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    orders: Table<
      'orders',
      {
        payment_method: Order['paymentMethod'];
        payment_status: Order['paymentStatus'];
        status: OrderStatus;
        source: OrderSource;
      }
    >;
    order_numbers: { workspace_id: string; last_number: number };
  }
}

export type NewOrderRow = Omit<Tables['orders'], 'seq' | 'workspace_id'>;
export type OrderRowChanges = Updateable<Omit<Tables['orders'], 'seq' | 'id' | 'workspace_id' | 'number'>>;

const orderSearch = { table: 'order_search', rows: 'orders' } as const;
/** A search covers at most this many of the newest matches. */
const mostFound = 1_000;

/** An order with the present number of its customer. */
type OrderRow = Row<'orders'> & { client_phone: string | null };

const clientPhone = phoneOfContact('orders.contact_id').as('client_phone');

const selectOrders = (db: Db) => db.selectFrom('orders').selectAll().select(clientPhone);

const toOrder = (row: OrderRow): Order => ({
  id: row.id,
  number: row.number,
  aiAgentId: row.ai_agent_id,
  clientName: row.client_name,
  contactId: row.contact_id,
  clientPhone: row.client_phone,
  clientEmail: row.client_email,
  items: JSON.parse(row.items),
  total: fromCents(row.total_cents),
  deliveryFee: row.delivery_fee_cents === null ? null : fromCents(row.delivery_fee_cents),
  paymentMethod: row.payment_method,
  paymentStatus: row.payment_status,
  address: row.address,
  notes: row.notes,
  status: row.status,
  source: row.source,
  notification: row.notification === null ? null : JSON.parse(row.notification),
  unconfirmed: readMark(row.unconfirmed),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** The next number of the workspace; taken in the transaction that creates the order, so a rejection leaves no gap. */
export async function takeNumber(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .insertInto('order_numbers')
    .values({ workspace_id: workspaceId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ last_number: sql<number>`order_numbers.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return row.last_number;
}

export async function insertOrder(db: Db, workspaceId: string, order: NewOrderRow): Promise<Order> {
  const row = await insertRow(db, 'orders', { ...order, workspace_id: workspaceId });
  return indexOrder(db, row);
}

/** Indexes the text of a written order; a search finds its customer through the contact. */
async function indexOrder(db: Db, row: Row<'orders'>): Promise<Order> {
  await putText(db, orderSearch, row.workspace_id, row.seq, `${row.client_name} ${row.number}`);
  return (await findOrder(db, row.workspace_id, row.id)) as Order;
}

const selectOrder = prepareQuery((db, workspaceId: string, id: string) =>
  selectOrders(db).where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export async function findOrder(db: Db, workspaceId: string, id: string): Promise<Order | null> {
  const row = selectOrder(db, workspaceId, id).first();
  return row ? toOrder(row) : null;
}

export async function updateOrder(db: Db, workspaceId: string, id: string, changes: OrderRowChanges): Promise<Order> {
  const row = await updateRow(db, 'orders', workspaceId, id, changes);
  return indexOrder(db, row);
}

export async function deleteOrder(db: Db, workspaceId: string, id: string): Promise<void> {
  const row = await deleteRow(db, 'orders', workspaceId, id);
  if (row) await removeText(db, orderSearch, row.seq);
}

export async function findOrderByNumber(db: Db, workspaceId: string, number: number): Promise<Order | null> {
  const row = await selectOrders(db)
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The newest orders that match a search. */
export async function findOrders(db: Db, workspaceId: string, search: string, limit: number): Promise<Order[]> {
  return ordersBySeq(db, workspaceId, matchingWithCustomers(db, orderSearch, workspaceId, search, limit));
}

export interface OrderFilter {
  aiAgentId?: string | undefined;
  contactId?: string | undefined;
  status?: OrderStatus[] | undefined;
  source?: OrderSource[] | undefined;
  search?: string | undefined;
  /** Created in [from, to), UTC text. */
  from?: string;
  to?: string;
}

function filtered(db: Db, workspaceId: string, filter: OrderFilter) {
  // With a search or a customer, SQLite should look up the rows found instead of scanning the workspace's index.
  const isLookedUp = (filter.search ?? filter.contactId) !== undefined;
  const owner = isLookedUp ? unindexed('workspace_id') : 'workspace_id';
  let query = db.selectFrom('orders').where(owner, '=', workspaceId);
  if (filter.aiAgentId !== undefined) query = query.where('ai_agent_id', '=', filter.aiAgentId);
  if (filter.contactId !== undefined) query = query.where('contact_id', '=', filter.contactId);
  if (filter.status) query = query.where('status', 'in', filter.status);
  if (filter.source) query = query.where('source', 'in', filter.source);
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('created_at', '<', filter.to);
  if (filter.search !== undefined) {
    const found = matchingWithCustomers(db, orderSearch, workspaceId, filter.search, mostFound);
    query = query.where('seq', 'in', sql<number>`(${listRows(found)})`);
  }
  return query;
}

const sortColumns = { createdAt: 'created_at', total: 'total_cents', number: 'number' } as const;

/** A page in the order of `sort`, and the total. */
export async function listOrders(
  db: Db,
  workspaceId: string,
  filter: OrderFilter,
  wish: PageWish & { sort: (typeof orderSorts)[number] },
): Promise<{ rows: Order[]; total: number }> {
  const { column, direction } = readSort(sortColumns, wish.sort);
  const list = filtered(db, workspaceId, filter)
    .selectAll()
    .select(clientPhone)
    .orderBy(column, direction)
    .orderBy('id', direction);
  const { rows, total } = await readPage(db, list, wish, knownCount(db, workspaceId, filter));
  return { rows: rows.map(toOrder), total };
}

/** How many orders match, when it is known without reading them. */
function knownCount(db: Db, workspaceId: string, filter: OrderFilter): number | null {
  const { aiAgentId, contactId, status, source, search, from, to } = filter;
  if ((contactId ?? from ?? to) !== undefined) return null;
  if (search === undefined) return countShared(db, workspaceId, 'orders', { ai_agent_id: aiAgentId, status, source });
  const isNarrowed = (aiAgentId ?? status ?? source) !== undefined;
  return isNarrowed ? null : matchingWithCustomers(db, orderSearch, workspaceId, search, mostFound).length;
}

/** Number of the orders that match. */
export const countOrders = (db: Db, workspaceId: string, filter: OrderFilter): number =>
  knownCount(db, workspaceId, filter) ?? countRows(db, filtered(db, workspaceId, filter));

/** Keys of the newest orders that match, newest first. */
export async function findOrderSeqs(
  db: Db,
  workspaceId: string,
  filter: OrderFilter,
  limit: number,
): Promise<number[]> {
  const newest = filtered(db, workspaceId, filter).select('seq').orderBy('created_at', 'desc').orderBy('id', 'desc');
  const rows = await newest.limit(limit).execute();
  return rows.map(({ seq }) => seq);
}

/** The orders with these `seq`, in that order. */
export async function ordersBySeq(db: Db, workspaceId: string, seqs: number[]): Promise<Order[]> {
  if (seqs.length === 0) return [];
  const list = selectOrders(db).where(unindexed('workspace_id'), '=', workspaceId).where('seq', 'in', seqs);
  const bySeq = new Map((await list.execute()).map((row) => [row.seq, toOrder(row)]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

export interface ColumnWish {
  status: OrderStatus;
  /** Changed since, UTC text; undefined: at any time. */
  changedFrom: string | undefined;
  isNewestFirst: boolean;
  limit: number;
}

/** Orders of one status by their last change, with the count and sum of all of them. */
export async function readColumn(
  db: Db,
  workspaceId: string,
  { status, changedFrom, isNewestFirst, limit }: ColumnWish,
): Promise<{ count: number; cents: number; orders: Order[] }> {
  let column = db.selectFrom('orders').where('workspace_id', '=', workspaceId).where('status', '=', status);
  if (changedFrom !== undefined) column = column.where('updated_at', '>=', changedFrom);
  const sums = await column
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('total_cents').as('cents')])
    .executeTakeFirstOrThrow();
  const rows = await column
    .selectAll()
    .select(clientPhone)
    .orderBy('updated_at', isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return { count: sums.count, cents: sums.cents ?? 0, orders: rows.map(toOrder) };
}

export interface DaySum {
  day: string;
  status: OrderStatus;
  paymentStatus: Order['paymentStatus'];
  count: number;
  cents: number;
}

/** Order counts and sums by day, status and payment status. */
export const sumByDay = (db: Db, workspaceId: string, filter: OrderFilter): Promise<DaySum[]> =>
  filtered(db, workspaceId, filter)
    .select(({ fn }) => [
      'created_day as day',
      'status',
      'payment_status as paymentStatus',
      fn.countAll<number>().as('count'),
      fn.sum<number>('total_cents').as('cents'),
    ])
    .groupBy(['created_day', 'status', 'payment_status'])
    .orderBy('created_day')
    .execute();

export async function countByStatus(db: Db, workspaceId: string): Promise<{ status: OrderStatus; count: number }[]> {
  const counts = await countBy(db, workspaceId, 'orders', 'status');
  return [...counts].map(([status, count]) => ({ status: status as OrderStatus, count }));
}

/** Number of orders of a contact that are not CANCELLED, and their sum as decimal money. */
export async function orderSummary(
  db: Db,
  workspaceId: string,
  contactId: string,
): Promise<{ count: number; total: number }> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('total_cents').as('cents')])
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', '=', contactId)
    .where('status', '!=', 'CANCELLED')
    .executeTakeFirstOrThrow();
  return { count: row.count, total: fromCents(row.cents ?? 0) };
}

/** The newest orders of a contact, created at or before `until` (UTC text). */
export async function ordersOf(
  db: Db,
  workspaceId: string,
  contactId: string,
  { until, limit }: { until: string; limit: number },
): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', '=', contactId)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

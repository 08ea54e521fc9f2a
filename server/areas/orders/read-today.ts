import type { Db } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { OrderStatus } from './schemas.ts';

/** The orders of one day in one status. */
export interface OrderSum {
  day: string;
  status: OrderStatus;
  count: number;
  cents: number;
}

/** Counts and sums by day and status since a day (YYYY-MM-DD), from an index. */
export const sumOrders = (db: Db, workspaceId: string, from: string): Promise<OrderSum[]> =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      'created_day as day',
      'status',
      fn.countAll<number>().as('count'),
      fn.sum<number>('total_cents').as('cents'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('created_day', '>=', from)
    .groupBy(['created_day', 'status'])
    .execute();

/** The shop works on these; the others wait for the customer. */
const atWork: OrderStatus[] = ['PREPARING', 'OUT_FOR_DELIVERY'];
/** An order at work is late after this long without a change. */
export const lateAfterMs = 60 * minuteMs;

/** Counts the orders created since `from` (UTC text) on which the shop has not moved for an hour. */
export async function countLateOrders(db: Db, workspaceId: string, from: string, now: string): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', atWork)
    .where('created_at', '>=', from)
    .where('updated_at', '<=', new Date(Date.parse(now) - lateAfterMs).toISOString())
    .executeTakeFirstOrThrow();
  return row.count;
}

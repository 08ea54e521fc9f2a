import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { dayOf } from '../../platform/text/days.ts';
import { fromCents } from '../../platform/text/money.ts';
import { type OrderOverview, type OrderStatus, orderStatuses } from './schemas.ts';
import { type DaySum, type OrderFilter, sumByDay } from './store.ts';

const mostDays = 366;

/** Counts, revenue and average ticket of the matching orders, in total and by day in the workspace's time zone. */
export async function readOverview(
  db: Db,
  workspace: Workspace,
  filter: OrderFilter,
  now: string,
): Promise<z.input<typeof OrderOverview>> {
  const sums = await sumByDay(db, workspace.id, filter);
  const earning = sums.filter((sum) => sum.paymentStatus === 'PAID' && sum.status !== 'CANCELLED');
  const cents = add(earning, 'cents');
  const sales = add(earning, 'count');
  return {
    timezone: workspace.timezone,
    total: add(sums, 'count'),
    byStatus: toCounts(sums),
    revenue: fromCents(cents),
    averageTicket: sales === 0 ? null : fromCents(Math.round(cents / sales)),
    days: daysBetween(...rangeOf(workspace.timezone, filter, sums, now)).map((date) => {
      const isThen = (sum: DaySum) => sum.day === date;
      return {
        date,
        count: add(sums.filter(isThen), 'count'),
        revenue: fromCents(add(earning.filter(isThen), 'cents')),
      };
    }),
  };
}

/** The count of every status, zero included. */
export function toCounts(rows: { status: OrderStatus; count: number }[]): Record<OrderStatus, number> {
  const counts = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>;
  for (const row of rows) counts[row.status] += row.count;
  return counts;
}

const add = (sums: DaySum[], what: 'count' | 'cents'): number => sums.reduce((total, sum) => total + sum[what], 0);

/** First and last day: as requested, else from the first order until today. */
function rangeOf(timezone: string, { from, to }: OrderFilter, sums: DaySum[], now: string): [string, string] {
  const today = dayOf(timezone, now);
  const first = from === undefined ? (sums[0]?.day ?? today) : dayOf(timezone, from);
  const last = to === undefined ? today : dayOf(timezone, new Date(Date.parse(to) - 1).toISOString());
  return [first, last];
}

function daysBetween(first: string, last: string): string[] {
  const end = Temporal.PlainDate.from(last);
  const wanted = Temporal.PlainDate.from(first).until(end).days + 1;
  const count = Math.max(0, Math.min(mostDays, wanted));
  return Array.from({ length: count }, (_, index) => end.subtract({ days: count - 1 - index }).toString());
}

import type { z } from 'zod';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import { dayOf, dayRange } from '../../platform/text/days.ts';
import { fromCents } from '../../platform/text/money.ts';
import { followersOf } from './order-status.ts';
import { lateAfterMs } from './read-today.ts';
import { type OrderBoard, type OrderStatus, orderStatuses } from './schemas.ts';
import { readColumn } from './store.ts';

/** Where the newest is first; elsewhere the one that has waited longest. */
const newestFirstIn: OrderStatus[] = ['AWAITING_PAYMENT', 'COMPLETED', 'CANCELLED'];
const finished: OrderStatus[] = ['COMPLETED', 'CANCELLED'];
const mostInColumn = 200;

/** The orders of each status: all that are open, and those that were finished today. */
export async function readBoard(db: Db, workspace: Workspace, now: string): Promise<z.input<typeof OrderBoard>> {
  const today = dayOf(workspace.timezone, now);
  const { from } = dayRange(workspace.timezone, today);
  const columns = orderStatuses.map(async (status) => {
    const changedFrom = finished.includes(status) ? from : undefined;
    const isNewestFirst = newestFirstIn.includes(status);
    const { count, cents, orders } = await readColumn(db, workspace.id, {
      ...{ status, changedFrom, isNewestFirst },
      limit: mostInColumn,
    });
    return { status, next: followersOf(status), newestFirst: isNewestFirst, count, total: fromCents(cents), orders };
  });
  return { lateAfterMinutes: lateAfterMs / minuteMs, columns: await Promise.all(columns) };
}

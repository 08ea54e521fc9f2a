import { listUnconfirmedRows } from '../../platform/database/workspace-rows.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { type Confirmable, toWaiting } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { orderNotices } from './notify-customer.ts';
import type { Order } from './schemas.ts';
import { findOrder, updateOrder } from './store.ts';

/** Sends the notice held back until a person confirmed the order. */
export async function resumeOrder(work: Work, order: Order): Promise<void> {
  await releaseHeld(work, order.id);
  await orderNotices.release(work, order);
}

export const confirmableOrder: Confirmable = {
  kind: 'order',
  prefix: 'ord',
  find: findOrder,
  async list(db, workspaceId, limit) {
    const rows = await listUnconfirmedRows(db, 'orders', workspaceId, limit);
    return rows.map((row) => toWaiting(row, `${row.number} ${row.client_name}`));
  },
  async confirm(work, id) {
    await resumeOrder(work, await updateOrder(work.db, work.workspace.id, id, { unconfirmed: null }));
  },
};

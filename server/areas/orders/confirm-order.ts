import { z } from 'zod';
import { findWorkspace } from '../../platform/access/workspaces.ts';
import { listUnconfirmedRows } from '../../platform/database/workspace-rows.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { defineJob } from '../../platform/work/jobs.ts';
import { type Confirmable, toWaiting } from '../../platform/work/unconfirmed.ts';
import { systemActor, type Work } from '../../platform/work/work.ts';
import { isHeldNotice } from '../inbox/index.ts';
import { notifyCustomer } from './notify-customer.ts';
import type { Order } from './schemas.ts';
import { findOrder, updateOrder } from './store.ts';

/** Sends the notice that was requested while the order was unconfirmed. */
export const sendHeldNotice = defineJob({
  name: 'notice of an order',
  input: z.object({ orderId: z.string() }),
  async run({ platform, workspaceId, input }) {
    const db = platform.database.read;
    const workspace = workspaceId === null ? null : await findWorkspace(db, workspaceId);
    const order = workspace && (await findOrder(db, workspace.id, input.orderId));
    if (!workspace || !order || !isHeldNotice(order.notification)) return;
    const notification = JSON.stringify(await notifyCustomer(platform, workspace, systemActor, order));
    await platform.work(workspace, systemActor, (work) =>
      updateOrder(work.db, workspace.id, order.id, { notification }),
    );
  },
});

/** Sends the notice held back until a person confirmed the order. */
export async function resumeOrder(work: Work, { id, notification, updatedAt }: Order): Promise<void> {
  await releaseHeld(work, id);
  if (!isHeldNotice(notification)) return;
  await work.enqueue(sendHeldNotice, { orderId: id }, { key: `order notice:${id}:${updatedAt}` });
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

import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import type { DeliveryRow } from './deliveries.store.ts';

export const itemOf = ({ workspace_id, id }: DeliveryRow): Item => ({ kind: 'delivery', key: `${workspace_id} ${id}` });

/** Sets aside a delivery in which the process died too often, so that it does not block those behind it. */
export async function setAsideDelivery(platform: Platform, delivery: DeliveryRow): Promise<void> {
  await platform.write(async ({ db, now }) => {
    const changes = { status: 'FAILED', error: 'set_aside', next_attempt_at: null, updated_at: now } as const;
    await change(db, delivery.workspace_id, delivery.id, changes).execute();
    await platform.running.suspects.setAside(db, itemOf(delivery), now);
  });
}

/** Requeues a set-aside delivery; returns its endpoint, undefined if it was deleted or has been sent since. */
export async function takeDeliveryBack(
  db: Db,
  key: string,
  now: string,
): Promise<{ workspaceId: string; endpointId: string } | undefined> {
  const [workspaceId = '', id = ''] = key.split(' ');
  const again = { status: 'RETRYING', error: null, next_attempt_at: now, updated_at: now } as const;
  const row = await change(db, workspaceId, id, again).where('status', '=', 'FAILED').executeTakeFirst();
  return row && { workspaceId, endpointId: row.endpoint_id };
}

const change = (db: Db, workspaceId: string, id: string, changes: Partial<DeliveryRow>) =>
  db
    .updateTable('deliveries')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('endpoint_id');

import { deleteRowsIn } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';

/** Deletes the deliveries of erased events with their attempts; pending deliveries are not sent. */
export async function eraseDeliveries({ db, workspace }: Work, events: { id: string }[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  await deleteRowsIn(db, 'deliveries', workspace.id, 'event_id', ids);
}

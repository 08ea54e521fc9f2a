import type { Work } from '../../../platform/work/work.ts';

/** Deletes the deliveries of erased events with their attempts; pending deliveries are not sent. */
export async function eraseDeliveries({ db, workspace }: Work, events: { id: string }[]): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('workspace_id', '=', workspace.id)
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute();
}

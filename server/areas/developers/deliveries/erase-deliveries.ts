import type { Work } from '../../../platform/work/work.ts';

/** Deletes the deliveries of events that are erased, with their attempts; what was not delivered yet is not any more. */
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

import type { Work } from '../../../platform/work/work.ts';

/** Deletes the syncs of events that are erased, with their attempts; what was not written yet is not any more. */
export async function eraseJobs({ db, workspace }: Work, events: { id: string }[]): Promise<void> {
  await db
    .deleteFrom('integration_jobs')
    .where('workspace_id', '=', workspace.id)
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute();
}

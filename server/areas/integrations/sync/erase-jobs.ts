import type { Work } from '../../../platform/work/work.ts';

/** Deletes the syncs of erased events with their attempts; pending syncs do not run. */
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

import { deleteRowsIn } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';

/** Deletes the syncs of erased events with their attempts; pending syncs do not run. */
export async function eraseJobs({ db, workspace }: Work, events: { id: string }[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  await deleteRowsIn(db, 'integration_jobs', workspace.id, 'event_id', ids);
}

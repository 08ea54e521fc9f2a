import type { Platform } from '../../../platform/platform.ts';
import { systemActor } from '../../../platform/work/work.ts';
import { reindexSource } from './change-source.ts';
import { findSourceById, listDueForRefresh } from './sources.store.ts';

/** So many are queued an hour that no site and no machine feels it. */
const sourcesAtOnce = 50;

/** Queues the URLs that were not fetched for a week. */
export async function refreshSources(platform: Platform): Promise<void> {
  const now = platform.clock.now().toISOString();
  for (const { id, workspace_id } of await listDueForRefresh(platform.database.read, now, sourcesAtOnce)) {
    await platform.workFor(workspace_id, systemActor, async (work) => {
      const row = await findSourceById(work.db, workspace_id, id);
      if (row && (row.status === 'READY' || row.status === 'FAILED')) await reindexSource(work, row);
    });
  }
}

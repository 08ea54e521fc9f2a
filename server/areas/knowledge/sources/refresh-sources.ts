import type { Platform } from '../../../platform/platform.ts';
import { systemActor } from '../../../platform/work/work.ts';
import { reindexSource } from './change-source.ts';
import { findSourceById, listDueForRefresh } from './sources.store.ts';

/** Limit per hour, so that neither a site nor the machine is burdened. */
const sourcesAtOnce = 50;

/** Enqueues the indexing of URLs that are due. */
export async function refreshSources(platform: Platform): Promise<void> {
  const now = platform.clock.now().toISOString();
  for (const { id, workspace_id } of await listDueForRefresh(platform.database.read, now, sourcesAtOnce)) {
    await platform.workFor(workspace_id, systemActor, async (work) => {
      const row = await findSourceById(work.db, workspace_id, id);
      if (row && (row.status === 'READY' || row.status === 'FAILED')) await reindexSource(work, row);
    });
  }
}

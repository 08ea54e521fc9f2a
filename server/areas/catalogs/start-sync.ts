import { Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { listCatalogItems } from '../agents/index.ts';
import type { CatalogSync } from './schemas.ts';
import { findRunning, findSync, insertSync, moveItems, toSync, updateSync } from './store.ts';
import { isRunning, syncCatalog } from './sync-catalog.ts';

/** Queues a sync of an agent's items. Throws 409 `sync_running` while a sync of the channel runs. */
export async function startSync(
  work: Work,
  place: { channelId: string; catalogId: string; agentId: string },
): Promise<CatalogSync> {
  await assertNoneRuns(work, place.channelId);
  const items = await listCatalogItems(work.db, work.workspace.id, place.agentId);
  const draft = {
    id: work.newId('sync'),
    workspace_id: work.workspace.id,
    channel_id: place.channelId,
    catalog_id: place.catalogId,
    agent_id: place.agentId,
  };
  const sync = await insertSync(work.db, draft, items, work.now);
  await enqueue(work, sync.id, 1);
  return toSync(work.db, sync);
}

/** Queues the failed items of a sync again. Throws 409 `sync_running`, or `not_retryable` if nothing failed. */
export async function retrySync(work: Work, id: string): Promise<CatalogSync> {
  const sync = await findSync(work.db, work.workspace.id, id);
  if (!sync) throw new Problem('not_found');
  if (isRunning(sync)) throw new Problem('sync_running', 'This sync is still running');
  if (sync.status === 'SUCCEEDED') throw new Problem('not_retryable', 'No item of this sync failed');
  await assertNoneRuns(work, sync.channel_id);
  await moveItems(work.db, id, 'FAILED', { state: 'PENDING', error: null });
  const attempt = sync.attempt + 1;
  const fresh = { status: 'PENDING', error: null, finished_at: null, attempt } as const;
  const row = await updateSync(work.db, work.workspace.id, id, fresh, work.now);
  await enqueue(work, id, attempt);
  return toSync(work.db, row);
}

const enqueue = (work: Work, syncId: string, attempt: number): Promise<void> =>
  work.enqueue(syncCatalog, { syncId, workspaceId: work.workspace.id }, { key: `catalog:${syncId}:${attempt}` });

async function assertNoneRuns(work: Work, channelId: string): Promise<void> {
  const running = await findRunning(work.db, work.workspace.id, channelId);
  if (running) throw new Problem('sync_running', undefined, { extra: { syncId: running.id } });
}

import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { defineJob } from '../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../platform/work/work.ts';
import { isWorthRetrying } from '../channels/index.ts';
import { applyHeld, readHeld } from './apply-held.ts';
import type { SyncRow } from './store.ts';
import { findLatestSync, findSync, insertSync, updateSync } from './syncs.store.ts';

const mostAttempts = 4;

const isRunning = ({ status }: SyncRow): boolean => status === 'PENDING' || status === 'RUNNING';

/** Syncs a channel's templates from the vendor: adds and updates them, and marks missing ones as gone. */
export const syncTemplates = defineJob({
  name: 'sync templates',
  input: z.object({ syncId: z.string() }),
  maxAttempts: mostAttempts,
  async run({ platform, input, attempt, signal }) {
    const sync = await findSync(platform.database.read, input.syncId);
    if (!sync || !isRunning(sync)) return;
    await platform.write(({ db, now }) => updateSync(db, sync.id, { status: 'RUNNING' }, now));
    try {
      const held = await readHeld(platform, sync);
      return async ({ db, now }) => {
        const { counts } = await applyHeld(db, sync, held, now);
        await updateSync(db, sync.id, { status: 'SUCCEEDED', ...counts, finished_at: now }, now);
      };
    } catch (error) {
      if (isWorthRetrying(error, { signal, attempt }, mostAttempts)) throw error;
      const message = error instanceof Problem ? error.message : 'The sync failed in Frontdesk';
      return ({ db, now }) => updateSync(db, sync.id, { status: 'FAILED', error: message, finished_at: now }, now);
    }
  },
});

/** Queues a sync of the channel; null while one runs. */
export async function startSync(work: Work, channelId: string): Promise<SyncRow | null> {
  const latest = await findLatestSync(work.db, work.workspace.id, channelId);
  if (latest && isRunning(latest)) return null;
  const draft = { id: work.newId('tsync'), workspaceId: work.workspace.id, channelId };
  const sync = await insertSync(work.db, draft, work.now);
  await work.enqueue(syncTemplates, { syncId: sync.id }, { key: sync.id });
  return sync;
}

/**
 * Starts a sync of every connected channel with templates at the vendor, or only of those with a template under review.
 * Needed because not every owner gets the vendor's reports.
 */
export async function syncChannels(platform: Platform, { inReview }: { inReview: boolean }): Promise<void> {
  let query = platform.database.read
    .selectFrom('chat_templates as t')
    .innerJoin('channels as h', 'h.id', 't.channel_id')
    .select(['h.id', 'h.workspace_id'])
    .distinct()
    .where('t.local', '=', 0)
    .where('h.status', 'in', ['CONNECTED', 'DEGRADED']);
  if (inReview) query = query.where('t.status', '=', 'PENDING');
  for (const channel of await query.execute()) {
    await platform.workFor(channel.workspace_id, systemActor, (work) => startSync(work, channel.id));
  }
}

import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { defineJob } from '../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../platform/work/work.ts';
import { callVendor, findChannel, isWorthRetrying, templatesOf, type VendorTemplate } from '../channels/index.ts';
import { type ChatTemplateRow, listOfChannel, putTemplate, type SyncRow, updateTemplate } from './store.ts';
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
    const startedAt = platform.clock.now().toISOString();
    try {
      const held = await readHeld(platform, sync);
      return ({ db, now }) => applyHeld(db, sync, held, startedAt, now);
    } catch (error) {
      if (isWorthRetrying(error, { signal, attempt }, mostAttempts)) throw error;
      const message = error instanceof Problem ? error.message : 'The sync failed in Frontdesk';
      return ({ db, now }) => updateSync(db, sync.id, { status: 'FAILED', error: message, finished_at: now }, now);
    }
  },
});

async function readHeld(platform: Platform, sync: SyncRow): Promise<VendorTemplate[]> {
  const channel = await findChannel(platform.database.read, sync.workspace_id, sync.channel_id);
  if (!channel) throw new Error('The channel no longer exists');
  return callVendor(platform, () => templatesOf(platform, channel).list());
}

async function applyHeld(db: Db, sync: SyncRow, held: VendorTemplate[], startedAt: string, now: string) {
  const place = { workspace_id: sync.workspace_id, channel_id: sync.channel_id, local: 0 as const };
  const present = await listOfChannel(db, sync.workspace_id, sync.channel_id);
  const byName = new Map(present.map((row) => [keyOf(row), row]));
  let added = 0;
  let updated = 0;
  for (const template of held) {
    const row = byName.get(keyOf(template));
    byName.delete(keyOf(template));
    const columns = toColumns(template);
    if (row && isSame(row, columns)) continue;
    if (row) updated += 1;
    else added += 1;
    await putTemplate(db, { id: newId('tpl'), ...place, ...columns }, now);
  }
  // A template created after the vendor was queried is not gone.
  const missing = [...byName.values()].filter((row) => row.local === 0 && row.created_at <= startedAt);
  const gone = missing.filter((row) => row.status !== 'DISABLED' || row.reason !== 'gone');
  for (const row of gone) {
    await updateTemplate(db, sync.workspace_id, row.id, { status: 'DISABLED', reason: 'gone' }, now);
  }
  const counts = { added, updated, gone: gone.length };
  await updateSync(db, sync.id, { status: 'SUCCEEDED', ...counts, finished_at: now }, now);
}

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

type Columns = ReturnType<typeof toColumns>;

/** Converts the vendor's template to our columns. */
export const toColumns = (template: VendorTemplate) => ({
  provider_id: template.providerId,
  name: template.name,
  language: template.language,
  category: template.category,
  status: template.status,
  reason: template.reason,
  quality: template.quality,
  components: JSON.stringify(template.components),
});

const isSame = (row: ChatTemplateRow, columns: Columns): boolean =>
  Object.entries(columns).every(([column, value]) => row[column as keyof Columns] === value);

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

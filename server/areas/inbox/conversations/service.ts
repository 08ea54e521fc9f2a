import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { conversationStatusChanged, conversationUpdated } from '../events.ts';
import { type ConversationRow, nextMessage, toConversation, updateConversation } from '../store.ts';
import { assignAgain } from './assign.ts';
import { announceWait, reload } from './open-conversation.ts';
import { readResolvedFrom } from './resolved-from.ts';

type Changes = Parameters<typeof updateConversation>[3];

const longestSnoozeMs = 366 * dayMs;
const mostWokenAtOnce = 200;

/** Changes what only the shop sees of a conversation, and emits `conversation.updated`. */
export async function updateService(work: Work, before: ConversationRow, changes: Changes): Promise<ConversationRow> {
  await updateConversation(work.db, work.workspace.id, before.id, { ...changes, updated_at: work.now });
  const row = await reload(work, before.id);
  await announceWait(work, before, row);
  await work.emit(conversationUpdated, toConversation(row, work.now));
  return row;
}

/** Restores what RESOLVED has ended. Throws 422 `invalid_transition` for a conversation that is not RESOLVED. */
export async function reopen(work: Work, before: ConversationRow): Promise<ConversationRow> {
  if (before.status !== 'RESOLVED') throw new Problem('invalid_transition', 'Only a RESOLVED conversation is reopened');
  const earlier = readResolvedFrom(before.resolved_from);
  await updateConversation(work.db, work.workspace.id, before.id, {
    ...earlier,
    ...(await assignAgain(work, earlier)),
    resolved_from: null,
    updated_at: work.now,
  });
  const row = await reload(work, before.id);
  await work.emit(conversationStatusChanged, toConversation(row, work.now), { status: before.status });
  return row;
}

/**
 * Puts a conversation aside until `until`, or until the customer writes. Throws 422 `invalid_transition` for one that is
 * RESOLVED, and 400 for a time that has passed or is more than a year away.
 */
export async function snooze(work: Work, before: ConversationRow, until: string | null): Promise<ConversationRow> {
  if (before.status === 'RESOLVED')
    throw new Problem('invalid_transition', 'A RESOLVED conversation cannot be put aside');
  const waitMs = until === null ? 1 : Date.parse(until) - Date.parse(work.now);
  if (waitMs <= 0 || waitMs > longestSnoozeMs) throw invalid('body.until', 'must be in the future, within a year');
  const snoozedUntil = until === null ? nextMessage : until;
  return updateService(work, before, { snoozed_until: snoozedUntil });
}

/** Shows conversations again whose time has come, as waiting from now on. */
export async function wakeSnoozed(platform: Platform): Promise<void> {
  const due = await platform.database.read
    .selectFrom('conversations')
    .select(['id', 'workspace_id'])
    .where('snoozed_until', '<=', platform.clock.now().toISOString())
    .orderBy('snoozed_until')
    .limit(mostWokenAtOnce)
    .execute();
  for (const { id, workspace_id } of due) {
    await platform.workFor(workspace_id, systemActor, async (work) => {
      const row = await reload(work, id);
      if (row.snoozed_until === null || row.snoozed_until > work.now) return;
      await updateService(work, row, { snoozed_until: null, waiting_since: work.now });
    });
  }
}

import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { systemActor } from '../../../platform/work/work.ts';
import { messageStatus } from '../events.ts';
import { completeMessage, toMessage, updateMessage } from '../messages.store.ts';
import { recordOutcome } from './send-message.ts';

/** How long a message may wait for its provider before it is asked for. */
const overdueMs = minuteMs;
/** How long the provider is asked before the outcome stays unknown. */
const giveUpMs = 10 * minuteMs;

/**
 * A send whose answer was lost (a crash, a timeout) is asked for at the provider and never sent again: told as taken it
 * is SENT, told as not taken or never told it is FAILED, with the difference in its error.
 */
export const resolveOutcome = defineJob({
  name: 'resolve the outcome of a send',
  input: z.object({ messageId: z.string() }),
  maxAttempts: 20,
  async run({ platform, workspaceId, input }) {
    const message = await platform.database.read
      .selectFrom('messages')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', input.messageId)
      .executeTakeFirst();
    if (message?.status !== 'PENDING') return;
    const connection = platform.services.channelHub.connection(message.channel_id);
    const providerMessageId = message.provider_message_id ?? '';
    const found = (await connection?.findOutcome(providerMessageId)) ?? 'unknown';
    const waited = platform.clock.now().getTime() - Date.parse(message.updated_at);
    if (found === 'unknown' && waited < giveUpMs) throw new Error('The provider cannot tell yet');
    await platform.workFor(message.workspace_id, systemActor, async (work) => {
      if (found === 'accepted') {
        await recordOutcome(platform, work, message.id, { kind: 'accepted', providerMessageId });
        return;
      }
      const error =
        found === 'not_accepted'
          ? { code: 'not_sent', message: 'Frontdesk stopped before the provider had the message' }
          : { code: 'unknown_outcome', message: 'Whether the customer got this message is not known' };
      const row = await updateMessage(work.db, work.workspace.id, message.id, {
        status: 'FAILED',
        error: JSON.stringify(error),
        updated_at: work.now,
      });
      const shown = toMessage(platform, await completeMessage(work.db, row));
      await work.emit(messageStatus, shown, { status: 'PENDING' });
    });
  },
});

/** A send that was begun under a clock that was ahead has waited for its answer from now on. */
export async function restartUnresolved(db: Db, now: string): Promise<void> {
  const pending = db.updateTable('messages').set({ updated_at: now }).where('status', '=', 'PENDING');
  await pending.where('updated_at', '>', now).execute();
}

/** Queues the job for every message that waits too long; at start for all of them, since nobody sends them any more. */
export async function queueUnresolved(platform: Platform, { atStart = false } = {}): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - (atStart ? 0 : overdueMs)).toISOString();
  const rows = await platform.database.read
    .selectFrom('messages')
    .select(['id', 'workspace_id', 'updated_at'])
    .where('status', '=', 'PENDING')
    .where('updated_at', '<=', before)
    .limit(1_000)
    .execute();
  for (const row of rows) {
    await platform.workFor(row.workspace_id, systemActor, (work) =>
      // A message that is tried again may lose its answer again: each try has a job of its own.
      work.enqueue(resolveOutcome, { messageId: row.id }, { key: `outcome:${row.id}:${row.updated_at}` }),
    );
  }
}

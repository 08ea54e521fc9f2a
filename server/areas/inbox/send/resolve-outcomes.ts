import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { readPauseReason } from '../../../platform/work/sending-pause.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { messageStatus } from '../events.ts';
import { findMessageById } from '../message-log.ts';
import { completeMessage, toMessage, updateMessage } from '../messages.store.ts';
import type { MessageRow } from '../store.ts';
import { takeBackAnswer } from '../waits/failed-answers.ts';
import { recordOutcome } from './send-message.ts';

/** How long a message may stay PENDING before the vendor is queried. */
const overdueMs = minuteMs;
/** How long the vendor is queried before the outcome is final as unknown. */
const giveUpMs = 10 * minuteMs;

/**
 * Queries the vendor for a send whose response was lost (crash, timeout); never sends again. An accepted message
 * becomes SENT, any other FAILED with error `not_sent` or `unknown_outcome`.
 */
export const resolveOutcome = defineJob({
  name: 'resolve the outcome of a send',
  input: z.object({ messageId: z.string() }),
  maxAttempts: 20,
  async run({ platform, workspaceId, input }) {
    const message = findMessageById(platform.database.read, workspaceId as string, input.messageId);
    if (message?.status !== 'PENDING') return;
    const connection = platform.services.channelHub.connection(message.channel_id);
    const providerMessageId = message.provider_message_id ?? '';
    const found = (await connection?.findOutcome(providerMessageId)) ?? 'unknown';
    const waited = platform.clock.now().getTime() - Date.parse(message.updated_at);
    if (found === 'unknown' && waited < giveUpMs) throw new Error('The provider does not know the outcome yet');
    await platform.workFor(message.workspace_id, systemActor, async (work) => {
      if (found === 'accepted') {
        await recordOutcome(platform, work, message.id, { kind: 'accepted', providerMessageId });
        return;
      }
      await fail(platform, work, message.id, found === 'not_accepted' ? notSent : unknownOutcome);
    });
  },
});

const notSent = { code: 'not_sent', message: 'Frontdesk stopped before the provider received the message' };
const unknownOutcome = {
  code: 'unknown_outcome',
  message: 'It is unknown whether the customer received this message',
};

async function fail(platform: Platform, work: Work, messageId: string, error: typeof notSent): Promise<void> {
  const row = await updateMessage(work.db, work.workspace.id, messageId, {
    status: 'FAILED',
    error: JSON.stringify(error),
    updated_at: work.now,
  });
  await takeBackAnswer(work, row, !isTriedAgain(row, error.code));
  await work.emit(messageStatus, toMessage(platform, await completeMessage(work.db, row)), { status: 'PENDING' });
}

/** Agents and flows send again what was certainly not sent, and call a person themselves when they give up. */
const isTriedAgain = ({ author }: MessageRow, code: string): boolean =>
  code === 'not_sent' && (author === 'AGENT' || author === 'FLOW');

/** Restarts the wait of sends that began while the clock was ahead of now. */
export async function restartUnresolved(db: Db, now: string): Promise<void> {
  const pending = db.updateTable('messages').set({ updated_at: now }).where('status', '=', 'PENDING');
  await pending.where('updated_at', '>', now).execute();
}

/**
 * Queues the job for each overdue message; at start for all PENDING ones, since their senders are gone. In a restored
 * backup, and in a folder that is a copy or was moved, these messages become FAILED with `unknown_outcome` instead,
 * because their state in the data is old.
 */
export async function queueUnresolved(platform: Platform, { atStart = false } = {}): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - (atStart ? 0 : overdueMs)).toISOString();
  const rows = await platform.database.read
    .selectFrom('messages')
    .select(['id', 'workspace_id', 'updated_at'])
    .where('status', '=', 'PENDING')
    .where('updated_at', '<=', before)
    .limit(1_000)
    .execute();
  const isOld = atStart && (platform.hasArrived || (await readPauseReason(platform.database.read)) === 'restored');
  for (const row of rows) {
    await platform.workFor(row.workspace_id, systemActor, (work) =>
      isOld
        ? fail(platform, work, row.id, unknownOutcome)
        : // A retried message may lose its response again, so each try has its own job.
          work.enqueue(resolveOutcome, { messageId: row.id }, { key: `outcome:${row.id}:${row.updated_at}` }),
    );
  }
}

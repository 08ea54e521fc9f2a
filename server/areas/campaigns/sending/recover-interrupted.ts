import type { Platform } from '../../../platform/platform.ts';
import { isSendingPaused } from '../../../platform/work/sending-pause.ts';
import { findMessageById } from '../../inbox/index.ts';
import { updateRecipient } from '../audience/recipients.store.ts';
import { adoptMessage, interrupted } from './settle-recipient.ts';

/**
 * Settles recipients that a crash left between claim and response: their status becomes that of the message, or
 * UNKNOWN. Called before anything is sent.
 */
export async function recoverInterrupted(platform: Platform): Promise<void> {
  await platform.write(async ({ db, now }) => {
    const left = await db.selectFrom('campaign_recipients').selectAll().where('status', '=', 'SENDING').execute();
    for (const recipient of left) {
      const workspace = { id: recipient.workspace_id };
      const message = recipient.message_id && findMessageById(db, workspace.id, recipient.message_id);
      const work = { db, now, workspace };
      if (message) adoptMessage(work, recipient, message);
      // The person was deleted meanwhile.
      else updateRecipient(work, recipient.id, { status: 'UNKNOWN', error: interrupted });
    }
  });
}

/**
 * Pauses every campaign that would continue if the server starts while sending is paused, or on a spare machine:
 * the data may be a restored backup or a copy that does not know its latest sends. Called before anything is sent and
 * before jobs run.
 */
export async function holdIfPaused(platform: Platform): Promise<void> {
  if (!isSendingPaused(platform.database.read) && !platform.hasArrived) return;
  await platform.write(({ db, now }) =>
    db
      .updateTable('campaigns')
      .set({ status: 'PAUSED', status_reason: 'sending_paused', updated_at: now })
      .where((where) =>
        where.or([
          where('status', '=', 'RUNNING'),
          where.and([where('status', '=', 'SCHEDULED'), where('scheduled_at', '<=', now)]),
        ]),
      )
      .execute(),
  );
}

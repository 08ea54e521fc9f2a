import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import type { Subscriber, SubscriberContext } from '../../../platform/work/outbox.ts';
import { hasPublishedAgent } from '../../agents/index.ts';
import { readWish } from '../../campaigns/index.ts';
import { messageReceived, messageStatus } from '../../events.ts';
import { findConversation, findMessageById, type Message } from '../../inbox/index.ts';
import { findSpeaker } from './load-context.ts';
import { isClaimed } from './turn-claims.ts';
import { findTurn, findWaitingTurn, insertTurn, updateTurn } from './turns.store.ts';

/** Someone who goes on writing is answered after so many waits at the latest. */
const mostWaits = 4;
/** What an answer that comes later would be about is long over. */
const answersWithinMs = dayMs;
/** A reply that surely did not go out is sent again, each time a little later. */
const mostSends = 5;
const resendAfterMs = 15_000;
/** How a provider, or a crash, says that a message surely was not sent and may be sent again. */
const passing = new Set(['not_sent', 'temporary', 'rate_limited', 'credentials']);

/** Notes whose turn it is: exactly once for each message, whatever happens to this process. */
export const receiveTurns: Subscriber = {
  name: 'replies',
  isIdle: (db) => !hasPublishedAgent(db),
  async handle(events, context) {
    const { db, now, platform } = context;
    for (const event of events) {
      const dueAt = messageReceived.is(event)
        ? await noteMessage(context, event)
        : messageStatus.is(event)
          ? noteFailure(db, event, now)
          : null;
      if (dueAt !== null) platform.services.replySender.note();
    }
  },
};

/** The moment at which the message is to be answered; null when no agent answers it. */
async function noteMessage(
  { db, now, platform: { provided } }: SubscriberContext,
  { workspaceId, data }: EventRecord<Message>,
): Promise<string | null> {
  const message = findMessageById(db, workspaceId, data.id);
  if (!message || Date.parse(now) - Date.parse(message.sent_at ?? now) > answersWithinMs) return null;
  const conversation = await findConversation(db, workspaceId, data.conversationId);
  if (conversation?.status !== 'ACTIVE') return null;
  // Who stops or begins campaigns has got a confirmation of that.
  if (readWish(db, workspaceId, data.content) !== null) return null;
  const agent = await findSpeaker(db, conversation);
  if (!agent || (await isClaimed(provided, db, conversation))) return null;
  const waitsMs = agent.behavior.debounceMs;
  const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();
  const waiting = findWaitingTurn(db, conversation.id);
  if (waiting && waiting.reply_message_id === null) {
    const dueAt = [after(now, waitsMs), after(waiting.first_at, waitsMs * mostWaits)].sort()[0] as string;
    const last = Math.max(waiting.last_message_seq, message.seq);
    updateTurn(db, waiting.id, { last_message_seq: last, due_at: dueAt, updated_at: now });
    return dueAt;
  }
  // A reply that waits to be sent again has been overtaken.
  if (waiting) updateTurn(db, waiting.id, { state: 'DROPPED', outcome: 'newer_message', updated_at: now });
  const dueAt = after(now, waitsMs);
  insertTurn(db, {
    id: newId('turn'),
    workspace_id: workspaceId,
    conversation_id: conversation.id,
    state: 'PENDING',
    outcome: null,
    first_message_seq: message.seq,
    last_message_seq: message.seq,
    first_at: now,
    due_at: dueAt,
    attempts: 0,
    reply_message_id: null,
    created_at: now,
    updated_at: now,
  });
  return dueAt;
}

/** A reply of ours that surely was not sent waits to be sent again, unless the customer has written since. */
function noteFailure(db: Db, { data }: EventRecord<Message>, now: string): string | null {
  const { idempotencyKey: key, error } = data;
  if (data.status !== 'FAILED' || !key?.startsWith('reply:') || !passing.has(error?.code ?? '')) return null;
  const turn = findTurn(db, key.slice('reply:'.length));
  if (turn?.state !== 'DONE' || turn.attempts >= mostSends || findWaitingTurn(db, turn.conversation_id)) return null;
  // After a crash nothing stands in the way.
  const waitsMs = error?.code === 'not_sent' ? 0 : resendAfterMs * 2 ** turn.attempts;
  const dueAt = new Date(Date.parse(now) + waitsMs).toISOString();
  updateTurn(db, turn.id, { state: 'PENDING', attempts: turn.attempts + 1, due_at: dueAt, updated_at: now });
  return dueAt;
}

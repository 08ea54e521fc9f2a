import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import type { Subscriber, SubscriberContext } from '../../../platform/work/dispatcher.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import { systemActor } from '../../../platform/work/work.ts';
import { hasPublishedAgent } from '../../agents/index.ts';
import { readWish } from '../../campaigns/index.ts';
import { messageReceived, messageStatus } from '../../events.ts';
import { findConversation, findMessageById, isAnsweredAfter, type Message } from '../../inbox/index.ts';
import { forgetQuestions } from '../unanswered/questions.store.ts';
import { callPerson } from './give-up-turn.ts';
import { findReplyingAgent } from './load-context.ts';
import { isClaimed } from './turn-claims.ts';
import { findTurn, findWaitingTurn, insertTurn, isRetried, tooLate, updateTurn } from './turns.store.ts';

/** Debounce intervals after which a customer who keeps writing gets a reply. */
const mostWaits = 4;
/** A customer who wrote longer ago gets a person instead of a reply. */
const repliesWithinMs = dayMs;
/** Wait before the first repeat of a reply that was certainly not sent; it doubles each time. */
const resendAfterMs = 15_000;

/** Creates a turn for each message that an agent must reply to, exactly once, even across a crash. */
export const receiveTurns: Subscriber = {
  name: 'replies',
  isIdle: (db) => !hasPublishedAgent(db),
  async handle(events, context) {
    const { db, platform } = context;
    for (const event of events) {
      if (messageStatus.is(event) && event.data.deletedAt !== null) await forgetTakenBack(db, event);
      const dueAt = messageReceived.is(event)
        ? await enqueueTurn(context, event)
        : messageStatus.is(event)
          ? await takeFailure(context, event)
          : null;
      if (dueAt !== null) platform.services.replySender.note();
    }
  },
};

/** Deletes the unanswered questions in a message that its customer took back: the owner is not asked to teach them. */
async function forgetTakenBack(db: Db, { workspaceId, data, previous }: EventRecord<Message>): Promise<void> {
  if (data.direction !== 'INBOUND' || typeof previous?.content !== 'string') return;
  await forgetQuestions(db, workspaceId, data.conversationId, previous.content);
}

/** Creates or extends the turn of a message. Returns when it is due; null if no agent replies. */
async function enqueueTurn(
  { db, now, platform: { provided } }: SubscriberContext,
  { workspaceId, data }: EventRecord<Message>,
): Promise<string | null> {
  const message = findMessageById(db, workspaceId, data.id);
  // A notice is no word of the customer; the inbox calls a person for it.
  if (!message || message.notice !== null || message.deleted_at !== null) return null;
  const isLate = Date.parse(now) - Date.parse(message.sent_at ?? now) > repliesWithinMs;
  const conversation = await findConversation(db, workspaceId, data.conversationId);
  if (conversation?.status !== 'ACTIVE') return null;
  // An opt-out or opt-in for campaigns has its own confirmation.
  if (readWish(db, message) !== null) return null;
  const agent = await findReplyingAgent(db, conversation);
  if (!agent || (await isClaimed(provided, db, conversation))) return null;
  const waitsMs = agent.behavior.debounceMs;
  const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();
  const waiting = findWaitingTurn(db, conversation.id);
  if (waiting && waiting.reply_message_id === null) {
    const dueAt = [after(now, waitsMs), after(waiting.first_at, waitsMs * mostWaits)].sort()[0] as string;
    const last = Math.max(waiting.last_message_seq, message.seq);
    const outcome = isLate ? waiting.outcome : null;
    updateTurn(db, waiting.id, { last_message_seq: last, due_at: dueAt, outcome, updated_at: now });
    return dueAt;
  }
  // The new message supersedes a reply that waits to be resent.
  if (waiting) updateTurn(db, waiting.id, { state: 'DROPPED', outcome: 'newer_message', updated_at: now });
  const dueAt = after(now, waitsMs);
  insertTurn(db, {
    id: newId('turn'),
    workspace_id: workspaceId,
    conversation_id: conversation.id,
    state: 'PENDING',
    outcome: isLate ? tooLate : null,
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

/**
 * Repeats a reply that failed, or calls a person if that is no use. The sender calls one, too, unless the server stopped
 * before; a reply in a flow has no turn that would be repeated. Returns when the repeat is due.
 */
async function takeFailure(
  { db, now, platform }: SubscriberContext,
  event: EventRecord<Message>,
): Promise<string | null> {
  const { workspaceId, data } = event;
  const { status, idempotencyKey: key, conversationId, error } = data;
  if (status !== 'FAILED' || !key?.startsWith('reply:')) return null;
  const conversation = await findConversation(db, workspaceId, conversationId);
  // The inbox has called a person for what failed after the send: nothing is sent behind her back.
  if (conversation?.status === 'HANDED_OFF' && conversation.handoff_type === 'SEND_FAILED') return null;
  const dueAt = retryFailedReply(db, event, now);
  const message = findMessageById(db, workspaceId, data.id);
  const workspace = await findWorkspace(db, workspaceId);
  if (dueAt !== null || !message || !conversation || !workspace || findWaitingTurn(db, conversationId)) return dueAt;
  if (isAnsweredAfter(db, workspaceId, conversationId, message.seq)) return null;
  const owed = { key: key.split(':').slice(1).join(':'), since: data.createdAt };
  const giving = { outcome: error?.code ?? 'failed', reason: 'send_failed' } as const;
  await callPerson(platform.workIn(db, workspace, systemActor), conversation, owed, giving);
  return null;
}

/** Reschedules a reply that was certainly not sent, unless the customer has written since. Returns when it is due. */
function retryFailedReply(db: Db, { data }: EventRecord<Message>, now: string): string | null {
  const { idempotencyKey: key, error } = data;
  const [, turnId = ''] = key?.split(':') ?? [];
  const turn = findTurn(db, turnId);
  if (turn?.state !== 'DONE' || !isRetried(turn, error?.code ?? '')) return null;
  if (findWaitingTurn(db, turn.conversation_id)) return null;
  // After a crash the vendor was never called, so no backoff is needed.
  const waitsMs = error?.code === 'not_sent' ? 0 : resendAfterMs * 2 ** turn.attempts;
  const dueAt = new Date(Date.parse(now) + waitsMs).toISOString();
  updateTurn(db, turn.id, { state: 'PENDING', attempts: turn.attempts + 1, due_at: dueAt, updated_at: now });
  return dueAt;
}

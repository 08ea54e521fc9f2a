import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { dayOf } from '../../../platform/text/days.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type Agent, isOpenAt } from '../../agents/index.ts';
import { messageLimits } from '../../channels/index.ts';
import { type ConversationRow, changeStatus, findConversation, splitText, storeOutgoing } from '../../inbox/index.ts';
import { findNextOpening } from '../decide/local/facts/hours.ts';
import { phrases } from '../decide/local/phrases.ts';
import { performTools } from '../decide/model/perform-tools.ts';
import { sayDone } from '../decide/proposals/say-done.ts';
import { countFor } from '../metrics/counters.store.ts';
import { firstReplyKind } from '../metrics/first-reply-times.ts';
import type { ReplyContext, ReplyDecision } from '../reply.ts';
import { insertTrace } from '../traces.store.ts';
import { noteQuestion } from '../unanswered/questions.store.ts';
import { readState, saveState } from './states.store.ts';

const weekMs = 7 * dayMs;

interface Settling {
  context: ReplyContext;
  decision: ReplyDecision;
  /** Turn id; makes the reply idempotent. */
  key: string;
  /** When the customer wrote (UTC text). */
  askedAt: string;
}

type Stored = Awaited<ReturnType<typeof storeOutgoing>>;

/**
 * Performs a decision in the caller's transaction, except for the sending: tool calls, message, handoff, trace and
 * counters. Returns the stored messages to deliver after the commit: several for a text that is too long for one.
 */
export async function settleReply(
  platform: Platform,
  work: Work,
  conversation: ConversationRow,
  { context, decision, key, askedAt }: Settling,
): Promise<Stored[]> {
  const { agent } = context;
  const usedTools = decision.usedTools ?? [];
  const number = await performTools(work, context, conversation.contact_id, usedTools);
  const text = decision.confirms
    ? sayDone(context, decision.confirms, number)
    : 'text' in decision
      ? decision.text?.trim()
      : null;
  const request = 'request' in decision ? decision.request : undefined;
  const store = () => storeParts(platform, work, conversation, { text: text ?? '', request, key });
  // A customer who is handed over needs a person, even if the words cannot be sent.
  const messages = await (decision.kind === 'handoff' ? store().catch(ignoreRefusal) : store());
  const stored = messages[0] ?? null;
  if (decision.kind === 'handoff') await handOver(work, conversation, decision.reason);
  insertTrace(work, {
    agent_id: agent.id,
    conversation_id: conversation.id,
    turn_key: key,
    message_id: stored?.message.id ?? null,
    kind: decision.kind,
    reason: 'reason' in decision ? decision.reason : null,
    summary: decision.kind === 'handoff' ? decision.summary : null,
    trace: decision.trace,
  });
  updateReplyState(work, conversation, context, decision, stored !== null);
  countReply(work, agent, decision, stored !== null);
  const place = { conversationId: conversation.id, messageId: stored?.message.id ?? null };
  for (const question of listMissed(decision, context.text)) noteQuestion(work, agent.id, question, place);
  if (stored && context.isFirstReply) {
    countFor(work, agent.id, firstReplyKind(Date.parse(work.now) - Date.parse(askedAt)));
  }
  return messages;
}

/** The idempotency key of a part of a reply, from 0. */
export const replyKey = (key: string, part: number): string => `reply:${key}${part === 0 ? '' : `:${part + 1}`}`;

/** Stores a reply. The last part of a text that asks for the number carries the request. */
async function storeParts(
  platform: Platform,
  work: Work,
  { id, provider }: ConversationRow,
  { text, request, key }: { text: string; request: 'contactInfo' | undefined; key: string },
): Promise<Stored[]> {
  const parts = splitText(text, messageLimits[provider][request ? 'request' : 'text']);
  const stored: Stored[] = [];
  for (const [part, content] of parts.entries()) {
    const isLast = part === parts.length - 1;
    const draft = { content, ...(request && isLast ? { request } : {}) };
    const sending = { author: 'AGENT' as const, draft, idempotencyKey: replyKey(key, part) };
    // The part before has changed the conversation.
    const conversation = (await findConversation(work.db, work.workspace.id, id)) as ConversationRow;
    stored.push(await storeOutgoing(platform, work, conversation, sending, null));
  }
  return stored;
}

const ignoreRefusal = (error: unknown): Stored[] => {
  if (error instanceof Problem) return [];
  throw error;
};

/** Hands the conversation over and keeps the unread count from before the agent's last message. */
async function handOver(work: Work, before: ConversationRow, reason: string): Promise<void> {
  const conversation = await findConversation(work.db, work.workspace.id, before.id);
  if (!conversation) return;
  const changes = { handoff_type: reason.toUpperCase(), unread_count: before.unread_count };
  await changeStatus(work, conversation, 'HANDED_OFF', changes);
}

/** Whether the customer got no answer; an out-of-hours message without a source is a miss too. */
export const isMiss = (decision: ReplyDecision): boolean =>
  decision.kind === 'fallback' || (decision.kind === 'out_of_hours' && decision.trace.sources.length === 0);

/** Stores the reply state after this decision, and counts the conversation once a day. */
function updateReplyState(
  work: Work,
  { id }: ConversationRow,
  context: ReplyContext,
  decision: ReplyDecision,
  isSent: boolean,
): void {
  const { db, workspace, now } = work;
  const state = readState(db, workspace.id, id);
  const today = dayOf(workspace.timezone, now);
  if (state.counted_day !== today) countFor(work, context.agent.id, 'conversation');
  const { agent, hasToldClosed } = context;
  const isOpen = isOpenAt(agent.businessHours, workspace.timezone, context.now, context.now);
  const tellsClosed = isSent && decision.kind !== 'handoff' && !isOpen && !hasToldClosed;
  saveState(db, {
    conversation_id: id,
    workspace_id: workspace.id,
    has_greeted: isSent || state.has_greeted === 1 ? 1 : 0,
    misses_in_a_row: isMiss(decision) ? state.misses_in_a_row + 1 : 0,
    told_closed_until: tellsClosed ? closedUntil(context) : state.told_closed_until,
    counted_day: today,
    proposal: decision.proposes ? JSON.stringify(decision.proposes) : null,
    updated_at: now,
  });
}

/** The time until which the out-of-hours message is not repeated: the next opening. */
function closedUntil(context: ReplyContext): string {
  const opening = findNextOpening(context)?.epochMilliseconds ?? Date.parse(context.now) + weekMs;
  return new Date(opening).toISOString();
}

/** The customer's questions that got no answer: of several in one message only those. */
function listMissed(decision: ReplyDecision, text: string): string[] {
  const { understood, language } = decision.trace;
  const left = understood.filter(({ outcome }) => outcome === 'unsure' || outcome === 'unknown');
  const isUnanswered = isMiss(decision) || (decision.kind === 'handoff' && decision.reason === 'misses');
  if (isUnanswered && (understood.length < 2 || left.length === 0)) return [text];
  const admitsRest = 'text' in decision && decision.text?.includes(phrases[language].partUnknown);
  return isUnanswered || admitsRest ? left.map(({ question }) => question) : [];
}

function countReply(work: Work, agent: Agent, decision: ReplyDecision, isSent: boolean): void {
  if (isSent) countFor(work, agent.id, 'reply');
  if (isMiss(decision)) countFor(work, agent.id, 'fallback');
}

import { findWorkspace, type Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import type { Agent } from '../../agents/index.ts';
import { readOptOutWord } from '../../campaigns/index.ts';
import {
  type ConversationRow,
  deliver,
  findByIdempotencyKey,
  findConversation,
  findMessage,
  isAnsweredAfter,
  readInboundText,
  storeOutgoing,
  waitForPerson,
} from '../../inbox/index.ts';
import { admitFailure, decideReply } from '../decide/decide-reply.ts';
import { emptyTrace, type ReplyContext, type ReplyDecision } from '../reply.ts';
import { findTraceOfTurn } from '../traces.store.ts';
import { callPerson, giveUpTurn } from './give-up-turn.ts';
import { findReplyingAgent, loadReplyContext } from './load-context.ts';
import { replyKey, settleReply } from './settle-reply.ts';
import { isClaimed } from './turn-claims.ts';
import { findTurn, findWaitingTurn, isRetried, returnTurn, type TurnRow, tooLate, updateTurn } from './turns.store.ts';

/** Time after the first message within which new messages restart the decision, so that one reply covers all. */
const joinsMessagesForMs = minuteMs;

const actorOf = (agent: Agent): Actor => ({ source: 'AGENT', id: agent.id, name: agent.name });

/**
 * Replies to a due turn. Decides outside of any transaction, then checks in the storing transaction whether the reply
 * is still wanted: a person who took over, or any message sent since, takes precedence.
 */
export async function answerPending(platform: Platform, turnId: string): Promise<void> {
  const turn = findTurn(platform.database.read, turnId);
  if (turn?.state !== 'RUNNING') return;
  if (turn.reply_message_id !== null) return resend(platform, turn, turn.reply_message_id);
  if (turn.outcome === tooLate) return giveUpTurn(platform, turn, { outcome: tooLate, reason: 'late_arrival' });
  const { workspace_id: workspaceId, conversation_id: conversationId, first_message_seq: first } = turn;
  const span = { first, last: turn.last_message_seq };
  const text = await readInboundText(platform.database.read, workspaceId, conversationId, span);
  // An opt-out is confirmed by the campaigns, even if it was written as a correction.
  if (text !== null && readOptOutWord(platform.database.read, workspaceId, text) !== null) {
    return platform.write(async ({ db, now }) => drop(db, turn, 'opt_out', now));
  }
  if (text === null) return platform.write(async ({ db, now }) => drop(db, turn, 'taken_back', now));
  const context = await loadReplyContext(platform, workspaceId, conversationId, { text, before: first });
  // The agent was stopped: the customer waits for a person.
  if (!context) return giveUpTurn(platform, turn, { outcome: 'no_agent', reason: 'failed' });
  const decision = await decideReply(platform, context);
  const settle = (settled: ReplyDecision) => settleTurn(platform, turn, context, settled);
  const stored = await settle(decision).catch(async (error) =>
    settle(await decideAfterFailure(platform, context, decision, error)),
  );
  await send(platform, turn, context.workspace, actorOf(context.agent), stored);
}

/** Delivers a stored reply. A person is called if the vendor refuses it and a repeat would not help. */
async function send(
  platform: Platform,
  turn: TurnRow,
  workspace: Workspace,
  actor: Actor,
  stored: Stored,
): Promise<void> {
  const refusal = await deliverAll(platform, workspace, actor, stored);
  if (refusal === null || isRetried(turn, refusal)) return;
  await giveUpTurn(platform, turn, { outcome: refusal, reason: 'send_failed' });
}

/**
 * The reply in place of one whose tool call failed, for instance because a slot was taken: its text is wrong, too. If a
 * confirmed order or booking cannot be made, the reply announces a person. Throws an error that no tool call explains.
 */
async function decideAfterFailure(
  platform: Platform,
  context: ReplyContext,
  decision: ReplyDecision,
  error: unknown,
): Promise<ReplyDecision> {
  if (!decision.usedTools?.length || (error instanceof Problem && error.status === 503)) throw error;
  platform.log.warn({ err: error, agent: context.agent.id }, 'a tool call of a reply failed');
  const again = await decideReply(platform, context, { engine: 'local' });
  // A confirmation that still looks possible would fail again.
  return again.confirms ? admitFailure(platform, context) : again;
}

const settleTurn = (platform: Platform, turn: TurnRow, context: ReplyContext, decision: ReplyDecision) =>
  platform.work(context.workspace, actorOf(context.agent), async (work) => {
    // The conversation may have been joined with another one meanwhile.
    const conversationId = findTurn(work.db, turn.id)?.conversation_id ?? turn.conversation_id;
    const conversation = await findConversation(work.db, work.workspace.id, conversationId);
    const reason = await whyUnwanted(work, turn, conversation, context.agent);
    const span = { first: turn.first_message_seq, last: turn.last_message_seq };
    // The customer may have corrected or taken back what was read.
    const isRead = context.text === (await readInboundText(work.db, work.workspace.id, conversationId, span));
    if (reason === null && !isRead) {
      returnTurn(work.db, turn, {}, work.now);
      return [];
    }
    if (reason === 'newer_message' && !decision.usedTools?.length) {
      returnTurn(work.db, turn, {}, work.now);
      return [];
    }
    if (!conversation || (reason !== null && reason !== 'newer_message')) {
      drop(work.db, turn, reason ?? 'no_conversation', work.now);
      if (conversation && reason === 'no_agent') await waitForPerson(work, conversation, turn.first_at);
      return [];
    }
    const settling = { context, decision, key: turn.id, askedAt: turn.first_at };
    const stored = await settleReply(platform, work, conversation, settling);
    updateTurn(work.db, turn.id, {
      state: 'DONE',
      outcome: decision.kind,
      reply_message_id: stored[0]?.message.id ?? null,
      updated_at: work.now,
    });
    return stored;
  });

type Stored = Awaited<ReturnType<typeof settleReply>>;

/** Delivers the parts of a reply in order. Returns the vendor's reason for the first refusal; null without one. */
async function deliverAll(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  stored: Stored,
): Promise<string | null> {
  let refusal: string | null = null;
  for (const part of stored) {
    const { outcome } = await deliver(platform, workspace, actor, part);
    if (outcome.kind === 'rejected') refusal ??= outcome.reason;
  }
  return refusal;
}

const drop = (db: Db, turn: TurnRow, outcome: string, now: string): void =>
  updateTurn(db, turn.id, { state: 'DROPPED', outcome, updated_at: now });

/** The reason why a decided reply is no longer wanted; null if it is. */
async function whyUnwanted(
  work: Work,
  turn: TurnRow,
  conversation: ConversationRow | null,
  agent: Agent,
): Promise<string | null> {
  if (!conversation) return 'no_conversation';
  if (conversation.status !== 'ACTIVE') return 'person_has_it';
  if ((await findReplyingAgent(work.db, conversation))?.id !== agent.id) return 'no_agent';
  if (await isClaimed(work.provided, work.db, conversation)) return 'flow_has_it';
  if (isAnsweredAfter(work.db, work.workspace.id, conversation.id, turn.last_message_seq)) return 'answered';
  const isPatient = Date.parse(work.now) - Date.parse(turn.first_at) < joinsMessagesForMs;
  return isPatient && findWaitingTurn(work.db, conversation.id) ? 'newer_message' : null;
}

/** Resends the parts of a stored reply that were certainly not sent, with the same texts. */
async function resend(platform: Platform, turn: TurnRow, messageId: string): Promise<void> {
  const db = platform.database.read;
  const workspace = await findWorkspace(db, turn.workspace_id);
  const conversation = await findConversation(db, turn.workspace_id, turn.conversation_id);
  const agent = conversation && (await findReplyingAgent(db, conversation));
  const message = await findMessage(db, turn.workspace_id, turn.conversation_id, messageId);
  // The message of a handoff is still wanted; a message of an agent that was stopped is not.
  const isWanted = agent !== null || conversation?.status === 'HANDED_OFF';
  if (!workspace || !conversation || !message || !isWanted) {
    return giveUpTurn(platform, turn, { outcome: 'no_agent', reason: 'failed' });
  }
  const actor: Actor = agent ? actorOf(agent) : { source: 'AGENT', id: message.author_id, name: null };
  const stored = await platform.work(workspace, actor, async (work) => {
    const again = [];
    for (let part = 0; ; part++) {
      const idempotencyKey = replyKey(turn.id, part);
      const present = await findByIdempotencyKey(work.db, conversation.id, idempotencyKey);
      if (!present) break;
      const { content, request } = present;
      const draft = { content: content ?? '', ...(request === null ? {} : { request }) };
      again.push(await storeOutgoing(platform, work, conversation, { author: 'AGENT', draft, idempotencyKey }, null));
    }
    updateTurn(work.db, turn.id, { state: 'DONE', updated_at: work.now });
    return again;
  });
  const unsent = stored.filter(({ fresh }) => fresh);
  await send(platform, turn, workspace, actor, unsent);
}

/**
 * Decides and sends the agent's reply to a text now, for a step of a flow. `key` makes it idempotent: a repeat returns
 * the first decision. Returns `silent` with the reason `no_agent` if no agent replies in the conversation.
 */
export async function answerTurn(
  platform: Platform,
  workspaceId: string,
  conversationId: string,
  text: string,
  key: string = newId('turn'),
): Promise<ReplyDecision> {
  const earlier = await readEarlier(platform.database.read, workspaceId, conversationId, key);
  if (earlier) return earlier;
  const context = await loadReplyContext(platform, workspaceId, conversationId, { text });
  if (!context) return silence('no_agent');
  const decision = await decideReply(platform, context);
  const settle = (settled: ReplyDecision) =>
    platform.work(context.workspace, actorOf(context.agent), async (work) => {
      const conversation = await findConversation(work.db, workspaceId, conversationId);
      const speaker = conversation && (await findReplyingAgent(work.db, conversation));
      if (!conversation || speaker?.id !== context.agent.id) return null;
      const settling = { context, decision: settled, key, askedAt: context.now };
      return { decision: settled, stored: await settleReply(platform, work, conversation, settling) };
    });
  const settled = await settle(decision).catch(async (error) =>
    settle(await decideAfterFailure(platform, context, decision, error)),
  );
  if (!settled) return silence('no_agent');
  const actor = actorOf(context.agent);
  const refusal = await deliverAll(platform, context.workspace, actor, settled.stored);
  if (refusal !== null) {
    await platform.work(context.workspace, actor, async (work) => {
      const conversation = await findConversation(work.db, workspaceId, conversationId);
      const giving = { outcome: refusal, reason: 'send_failed' } as const;
      if (conversation) await callPerson(work, conversation, { key, since: context.now }, giving);
    });
  }
  return settled.decision;
}

const silence = (reason: string): ReplyDecision => ({
  kind: 'silent',
  reason,
  trace: emptyTrace,
});

async function readEarlier(
  db: Db,
  workspaceId: string,
  conversationId: string,
  key: string,
): Promise<ReplyDecision | null> {
  const row = findTraceOfTurn(db, workspaceId, key);
  if (!row) return null;
  const message = row.message_id === null ? null : await findMessage(db, workspaceId, conversationId, row.message_id);
  const { kind, reason, summary, trace } = row;
  return { kind, text: message?.content ?? null, reason, summary, trace: JSON.parse(trace) } as ReplyDecision;
}

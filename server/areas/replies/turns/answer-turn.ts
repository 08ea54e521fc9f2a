import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import type { Agent } from '../../agents/index.ts';
import {
  type ConversationRow,
  deliver,
  findConversation,
  findMessage,
  isAnsweredAfter,
  readInboundText,
  storeOutgoing,
} from '../../inbox/index.ts';
import { decideReply } from '../decide/decide-reply.ts';
import { emptyTrace, type ReplyContext, type ReplyDecision } from '../reply.ts';
import { findTraceOfTurn } from '../traces.store.ts';
import { findSpeaker, loadReplyContext } from './load-context.ts';
import { settleReply } from './settle-reply.ts';
import { isClaimed } from './turn-claims.ts';
import { findTurn, findWaitingTurn, returnTurn, type TurnRow, updateTurn } from './turns.store.ts';

/** A customer who goes on writing while a model thinks is answered to it all at once, until so long after the first. */
const takesMoreForMs = minuteMs;

const actorOf = (agent: Agent): Actor => ({ source: 'AGENT', id: agent.id, name: agent.name });

/**
 * Answers a turn that is due: decides outside of any transaction, then looks again in the transaction that stores the
 * reply whether it is still wanted. A person who has stepped in, and whatever else was said since, wins.
 */
export async function answerPending(platform: Platform, turnId: string): Promise<void> {
  const turn = findTurn(platform.database.read, turnId);
  if (turn?.state !== 'RUNNING') return;
  if (turn.reply_message_id !== null) return sendAgain(platform, turn, turn.reply_message_id);
  const { workspace_id: workspaceId, conversation_id: conversationId, first_message_seq: first } = turn;
  const span = { first, last: turn.last_message_seq };
  const text = await readInboundText(platform.database.read, workspaceId, conversationId, span);
  const context = await loadReplyContext(platform, workspaceId, conversationId, { text, before: first });
  if (!context) return platform.write(async ({ db, now }) => drop(db, turn, 'no_agent', now));
  const decision = await decideReply(platform, context);
  const settle = (settled: ReplyDecision) => settleTurn(platform, turn, context, settled);
  const stored = await settle(decision).catch(async (error) => {
    // What a tool was promised may be gone by now, such as a slot: then the model's words are wrong too.
    if (!decision.usedTools?.length || (error instanceof Problem && error.status === 503)) throw error;
    platform.log.warn({ err: error, turn: turn.id }, 'what the model wanted cannot be done');
    return settle(await decideReply(platform, context, { engine: 'local' }));
  });
  if (stored) await deliver(platform, context.workspace, actorOf(context.agent), stored);
}

const settleTurn = (platform: Platform, turn: TurnRow, context: ReplyContext, decision: ReplyDecision) =>
  platform.work(context.workspace, actorOf(context.agent), async (work) => {
    // Meanwhile the conversation may have been joined with another one, and the turn with it.
    const conversationId = findTurn(work.db, turn.id)?.conversation_id ?? turn.conversation_id;
    const conversation = await findConversation(work.db, work.workspace.id, conversationId);
    const reason = await whyUnwanted(work, turn, conversation, context.agent);
    if (reason === 'newer_message' && !decision.usedTools?.length) {
      returnTurn(work.db, turn, {}, work.now);
      return null;
    }
    if (!conversation || (reason !== null && reason !== 'newer_message')) {
      drop(work.db, turn, reason ?? 'no_conversation', work.now);
      return null;
    }
    const settling = { context, decision, key: turn.id, askedAt: turn.first_at };
    const stored = await settleReply(platform, work, conversation, settling);
    updateTurn(work.db, turn.id, {
      state: 'DONE',
      outcome: decision.kind,
      reply_message_id: stored?.message.id ?? null,
      updated_at: work.now,
    });
    return stored;
  });

const drop = (db: Db, turn: TurnRow, outcome: string, now: string): void =>
  updateTurn(db, turn.id, { state: 'DROPPED', outcome, updated_at: now });

/** Why a reply that was just decided is not wanted any more; null when it is. */
async function whyUnwanted(
  work: Work,
  turn: TurnRow,
  conversation: ConversationRow | null,
  agent: Agent,
): Promise<string | null> {
  if (!conversation) return 'no_conversation';
  if (conversation.status !== 'ACTIVE') return 'person_has_it';
  if ((await findSpeaker(work.db, conversation))?.id !== agent.id) return 'no_agent';
  if (await isClaimed(work.provided, work.db, conversation)) return 'flow_has_it';
  if (isAnsweredAfter(work.db, work.workspace.id, conversation.id, turn.last_message_seq)) return 'answered';
  const isPatient = Date.parse(work.now) - Date.parse(turn.first_at) < takesMoreForMs;
  return isPatient && findWaitingTurn(work.db, conversation.id) ? 'newer_message' : null;
}

/** Sends a reply again that surely did not go out, in the words in which it is stored. */
async function sendAgain(platform: Platform, turn: TurnRow, messageId: string): Promise<void> {
  const db = platform.database.read;
  const workspace = await findWorkspace(db, turn.workspace_id);
  const conversation = await findConversation(db, turn.workspace_id, turn.conversation_id);
  const agent = conversation && (await findSpeaker(db, conversation));
  const message = await findMessage(db, turn.workspace_id, turn.conversation_id, messageId);
  // The words of a handoff are still wanted; those of an agent that has been stopped are not.
  const isWanted = agent !== null || conversation?.status === 'HANDED_OFF';
  if (!workspace || !conversation || !message || !isWanted) {
    return platform.write(async ({ db: writing, now }) => drop(writing, turn, 'no_agent', now));
  }
  const actor: Actor = agent ? actorOf(agent) : { source: 'AGENT', id: message.author_id, name: null };
  const stored = await platform.work(workspace, actor, async (work) => {
    const sending = {
      author: 'AGENT' as const,
      draft: { content: message.content ?? '' },
      idempotencyKey: `reply:${turn.id}`,
    };
    const again = await storeOutgoing(platform, work, conversation, sending, null);
    updateTurn(work.db, turn.id, { state: 'DONE', updated_at: work.now });
    return again;
  });
  if (stored.fresh) await deliver(platform, workspace, actor, stored);
}

/**
 * Has the agent of a conversation answer a text now, for a flow's step: decides and sends. `key` makes a repeat
 * harmless: the first decision is told again. Silent, with `no_agent`, where no agent answers.
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
  const settled = await platform.work(context.workspace, actorOf(context.agent), async (work) => {
    const conversation = await findConversation(work.db, workspaceId, conversationId);
    const speaker = conversation && (await findSpeaker(work.db, conversation));
    if (!conversation || speaker?.id !== context.agent.id) return null;
    const settling = { context, decision, key, askedAt: context.now };
    return { stored: await settleReply(platform, work, conversation, settling) };
  });
  if (!settled) return silence('no_agent');
  if (settled.stored) await deliver(platform, context.workspace, actorOf(context.agent), settled.stored);
  return decision;
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

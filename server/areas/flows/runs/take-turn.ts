import type { Selectable } from 'kysely';
import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db, Tables } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { readWish } from '../../campaigns/index.ts';
import {
  type ConversationRow,
  findConversation,
  findFirstInbound,
  findMessageById,
  findNewestInbound,
  type MessageRow,
} from '../../inbox/index.ts';
import { type FlowRow, flowsOn, hasFlowsOn, triggerOf } from '../store.ts';
import { matchesKeyword } from '../triggers/matches-keyword.ts';
import type { Place } from './counts.ts';
import { findOpenRun, hasOpenRuns, type IntentRow, type RunRow, updateRun } from './runs.store.ts';
import { endRun, startRun } from './start-run.ts';

const selectDecision = prepareQuery((db, messageId: string) =>
  db.selectFrom('flow_decisions').select('taken').where('message_id', '=', messageId),
);

const saveDecision = prepareQuery((db, row: Selectable<Tables['flow_decisions']>) =>
  db
    .insertInto('flow_decisions')
    .values(row)
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet({ taken: row.taken })),
);

/**
 * Whether a flow answers a conversation, so that its agent does not. What the customer wrote last is decided on first,
 * if that has not been done: whoever asks first, each message is decided on once.
 */
export async function isTakenByFlow(db: Db, { id, workspace_id: workspaceId }: ConversationRow): Promise<boolean> {
  if (!hasFlowsOn(db) && !hasOpenRuns(db)) return false;
  const newest = findNewestInbound(db, workspaceId, id);
  if (!newest) return false;
  const taken = await takeMessage(db, workspaceId, id, newest.id);
  const run = findOpenRun(db, workspaceId, id);
  return taken || (run !== null && run.state !== 'WAITING_TIME');
}

/** Decides whether a flow takes a message, once: later it answers what was decided. */
export async function takeMessage(
  db: Db,
  workspaceId: string,
  conversationId: string,
  messageId: string,
): Promise<boolean> {
  const decision = selectDecision(db, messageId).first();
  if (decision) return decision.taken === 1;
  const message = findMessageById(db, workspaceId, messageId);
  const workspace = await findWorkspace(db, workspaceId);
  const conversation = await findConversation(db, workspaceId, conversationId);
  if (!message || !workspace || !conversation) return false;
  const taken = await decide({ db, workspace, now: message.created_at }, conversation, message);
  noteDecision(db, workspaceId, messageId, taken, message.created_at);
  return taken;
}

/** Notes whether a flow has taken a message. */
export function noteDecision(db: Db, workspaceId: string, messageId: string, taken: boolean, at: string): void {
  saveDecision(db, { message_id: messageId, workspace_id: workspaceId, taken: taken ? 1 : 0, created_at: at }).run();
}

/** A waiting question first, then keyword flows, those for a first message, and those by intent. */
async function decide(place: Place, conversation: ConversationRow, message: MessageRow): Promise<boolean> {
  const { db, workspace } = place;
  if (conversation.status === 'HANDED_OFF') return false;
  // Who stops or begins campaigns has got a confirmation of that.
  if (readWish(db, workspace.id, message.content) !== null) return false;
  const run = findOpenRun(db, workspace.id, conversation.id);
  if (run && run.state !== 'WAITING_TIME') {
    hear(place, run, message);
    return true;
  }
  const text = message.content ?? '';
  const own = (type: 'keyword' | 'first_message' | 'intent') =>
    flowsOn(db, workspace.id, type).filter((flow) => flow.ai_agent_id === conversation.ai_agent_id);
  const cause = { run, conversationId: conversation.id, messageId: message.id, text };
  for (const flow of own('keyword')) {
    if (matchesKeyword(triggerOf(flow), text) && (await startByMessage(place, flow, cause))) return true;
  }
  if (isFirst(place, conversation, message)) {
    for (const flow of own('first_message')) if (await startByMessage(place, flow, cause)) return true;
  }
  if (text.trim() !== '' && own('intent').length > 0) {
    insertIntent(db, {
      workspace_id: workspace.id,
      conversation_id: conversation.id,
      message_id: message.id,
      text: text.slice(0, 1_000),
      created_at: place.now,
    }).run();
  }
  return false;
}

const insertIntent = prepareQuery((db, row: Omit<IntentRow, 'seq'>) =>
  db
    .insertInto('flow_intents')
    .values(row)
    .onConflict((conflict) => conflict.column('message_id').doNothing()),
);

/** What is said to a run that waits for an answer is one; several lines that come together are one answer. */
function hear({ db, now }: Place, run: RunRow, message: MessageRow): void {
  if (run.state !== 'WAITING_ANSWER') return;
  const { askedAt } = JSON.parse(run.waiting ?? '{}') as { askedAt?: string };
  // Written before the question was asked: it answers something else. Providers tell the time in whole seconds.
  if (askedAt && message.sent_at !== null && message.sent_at.slice(0, 19) < askedAt.slice(0, 19)) return;
  const text = message.content ?? '';
  updateRun(db, run, { answer: run.answer === null ? text : `${run.answer}\n${text}`, due_at: now, updated_at: now });
}

function isFirst({ db, workspace }: Place, conversation: ConversationRow, message: MessageRow): boolean {
  return findFirstInbound(db, workspace.id, conversation.id)?.id === message.id;
}

interface Cause {
  /** The run that waits for a time in the conversation: the customer's wish comes before it. */
  run: RunRow | null;
  conversationId: string;
  messageId: string;
  text: string;
}

/** Starts a flow because of a message. A run that only waits for a time gives way. */
export async function startByMessage(
  place: Place,
  flow: FlowRow,
  { run, conversationId, messageId, text }: Cause,
): Promise<boolean> {
  if (run)
    await endRun(place, run, 'INTERRUPTED', { code: 'superseded', message: `The customer set off ${flow.name}` });
  const variables = { 'message.text': text.slice(0, 2_000) };
  return (
    (await startRun(place, flow, { conversationId, triggerKey: `message:${messageId}`, variables, depth: 1 })) !== null
  );
}

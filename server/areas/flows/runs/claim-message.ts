import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db, Row } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import { readWish } from '../../campaigns/index.ts';
import {
  type ConversationRow,
  chosenTitle,
  findConversation,
  findFirstInbound,
  findMessageById,
  findNewestInbound,
  type Message,
  type MessageRow,
  wordsOf,
} from '../../inbox/index.ts';
import { type FlowRow, flowsOn, hasFlowsOn, triggerOf } from '../store.ts';
import { matchesKeyword } from '../triggers/matches-keyword.ts';
import type { WorkspaceTx } from './count-flow.ts';
import { findOpenRun, hasOpenRuns, type IntentRow, type RunRow, updateRun } from './runs.store.ts';
import { endRun, startRun } from './start-run.ts';

const selectDecision = prepareQuery((db, messageId: string) =>
  db.selectFrom('flow_decisions').select('taken').where('message_id', '=', messageId),
);

const saveDecision = prepareQuery((db, row: Row<'flow_decisions'>) =>
  db
    .insertInto('flow_decisions')
    .values(row)
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet({ taken: row.taken })),
);

/**
 * Whether a flow replies in a conversation, so that its agent does not. First decides on the customer's newest message
 * if the subscriber has not done so yet: each message is decided on once, whichever comes first.
 */
export async function isClaimedByFlow(db: Db, { id, workspace_id: workspaceId }: ConversationRow): Promise<boolean> {
  if (!hasFlowsOn(db) && !hasOpenRuns(db)) return false;
  const newest = findNewestInbound(db, workspaceId, id);
  if (!newest) return false;
  const taken = await claimMessage(db, workspaceId, id, newest.id);
  const run = findOpenRun(db, workspaceId, id);
  return taken || (run !== null && run.state !== 'WAITING_TIME');
}

/** Decides whether a flow handles a message. Idempotent: later calls return the stored decision. */
export async function claimMessage(
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
  recordDecision(db, workspaceId, messageId, taken, message.created_at);
  return taken;
}

/** Stores whether a flow handles a message. */
export function recordDecision(db: Db, workspaceId: string, messageId: string, taken: boolean, at: string): void {
  saveDecision(db, { message_id: messageId, workspace_id: workspaceId, taken: taken ? 1 : 0, created_at: at }).run();
}

/** A waiting question first, then keyword flows, those for a first message, and those by intent. */
async function decide(tx: WorkspaceTx, conversation: ConversationRow, message: MessageRow): Promise<boolean> {
  const { db, workspace } = tx;
  if (conversation.status === 'HANDED_OFF') return false;
  // No word of the customer; the inbox calls a person for it.
  if (message.notice !== null || message.deleted_at !== null) return false;
  // An opt-out or opt-in for campaigns has its own confirmation.
  if (readWish(db, message) !== null) return false;
  const run = findOpenRun(db, workspace.id, conversation.id);
  if (run && run.state !== 'WAITING_TIME') {
    storeAnswer(tx, run, message);
    return true;
  }
  const text = wordsOf(message) ?? '';
  const own = (type: 'keyword' | 'first_message' | 'intent') =>
    flowsOn(db, workspace.id, type).filter((flow) => flow.ai_agent_id === conversation.ai_agent_id);
  const cause = { run, conversationId: conversation.id, messageId: message.id, text };
  for (const flow of own('keyword')) {
    if (matchesKeyword(triggerOf(flow), text) && (await startByMessage(tx, flow, cause))) return true;
  }
  if (isFirst(tx, conversation, message)) {
    for (const flow of own('first_message')) if (await startByMessage(tx, flow, cause)) return true;
  }
  if (text.trim() !== '' && own('intent').length > 0) {
    insertIntent(db, {
      workspace_id: workspace.id,
      conversation_id: conversation.id,
      message_id: message.id,
      text: text.slice(0, 1_000),
      created_at: tx.now,
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

/** Stores a message as the answer that the run waits for; several messages that arrive together are one answer. */
function storeAnswer({ db, now }: WorkspaceTx, run: RunRow, message: MessageRow): void {
  if (run.state !== 'WAITING_ANSWER') return;
  const { askedAt } = JSON.parse(run.waiting ?? '{}') as { askedAt?: string };
  // A message written before the question does not answer it. Vendors report whole seconds.
  if (askedAt && message.sent_at !== null && message.sent_at.slice(0, 19) < askedAt.slice(0, 19)) return;
  // A choice is parsed by its title; what the list says of it answers nothing.
  const text = chosenTitle(message) ?? wordsOf(message) ?? '';
  updateRun(db, run, { answer: run.answer === null ? text : `${run.answer}\n${text}`, due_at: now, updated_at: now });
}

/** Corrects an answer that a run has not read yet, as its customer has corrected or taken back her message. */
export function correctAnswer(db: Db, now: string, { workspaceId, data, previous }: EventRecord<Message>): void {
  const before = previous?.content;
  const run = findOpenRun(db, workspaceId, data.conversationId);
  if (typeof before !== 'string' || run?.state !== 'WAITING_ANSWER' || run.answer === null) return;
  updateRun(db, run, { answer: run.answer.replace(before, () => data.content ?? ''), updated_at: now });
}

function isFirst({ db, workspace }: WorkspaceTx, conversation: ConversationRow, message: MessageRow): boolean {
  return findFirstInbound(db, workspace.id, conversation.id)?.id === message.id;
}

interface Cause {
  /** The run of the conversation that waits for a time; the customer's message takes precedence. */
  run: RunRow | null;
  conversationId: string;
  messageId: string;
  text: string;
}

/** Starts a flow because of a message and interrupts `run`, which only waits for a time. */
export async function startByMessage(
  tx: WorkspaceTx,
  flow: FlowRow,
  { run, conversationId, messageId, text }: Cause,
): Promise<boolean> {
  if (run)
    await endRun(tx, run, 'INTERRUPTED', {
      code: 'superseded',
      message: `A message of the customer started ${flow.name}`,
    });
  const variables = { 'message.text': text.slice(0, 2_000) };
  return (
    (await startRun(tx, flow, { conversationId, triggerKey: `message:${messageId}`, variables, depth: 1 })) !== null
  );
}

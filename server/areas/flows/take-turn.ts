import type { Db } from '../../platform/database.ts';
import { prepareQuery } from '../../platform/prepared-query.ts';
import { findWorkspace } from '../../platform/workspaces.ts';
import { readWish } from '../campaigns/index.ts';
import { type ConversationRow, findConversation } from '../inbox/index.ts';
import type { Place } from './counts.ts';
import { matchesKeyword } from './matches-keyword.ts';
import { findOpenRun, type IntentRow, type RunRow, updateRun } from './runs.store.ts';
import { endRun, startRun } from './start-run.ts';
import { type FlowRow, flowsOn, triggerOf } from './store.ts';

const mostAtOnce = 50;

const selectTurn = prepareQuery((db, conversationId: string) =>
  db.selectFrom('flow_turns').selectAll().where('conversation_id', '=', conversationId),
);

const saveTurn = prepareQuery((db, conversationId: string, workspaceId: string, decidedSeq: number, takenSeq: number) =>
  db
    .insertInto('flow_turns')
    .values({
      conversation_id: conversationId,
      workspace_id: workspaceId,
      decided_seq: decidedSeq,
      taken_seq: takenSeq,
    })
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet({ decided_seq: decidedSeq, taken_seq: takenSeq }),
    ),
);

const selectSeq = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('messages').select('seq').where('workspace_id', '=', workspaceId).where('id', '=', id),
);

const selectNewest = prepareQuery((db, workspaceId: string, conversationId: string) =>
  db
    .selectFrom('messages')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'INBOUND')
    .orderBy('seq', 'desc')
    .limit(1),
);

const selectMessages = prepareQuery((db, workspaceId: string, conversationId: string, after: number, limit: number) =>
  db
    .selectFrom('messages')
    .select(['id', 'seq', 'content', 'type', 'sent_at', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'INBOUND')
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit),
);

type Said = NonNullable<ReturnType<ReturnType<typeof selectMessages>['first']>>;

/**
 * Whether a flow answers a conversation, so that its agent does not. What the customer wrote is decided on first, if
 * that has not been done: whoever asks first, each message is decided on once.
 */
export async function isTakenByFlow(db: Db, conversationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('workspace_id')
    .where('id', '=', conversationId)
    .executeTakeFirst();
  const workspace = row && (await findWorkspace(db, row.workspace_id));
  const newest = workspace && selectNewest(db, workspace.id, conversationId).first();
  if (!newest) return false;
  await takeMessages(db, workspace.id, conversationId, newest.seq);
  const run = findOpenRun(db, workspace.id, conversationId);
  if (run && run.state !== 'WAITING_TIME') return true;
  return (selectTurn(db, conversationId).first()?.taken_seq ?? 0) >= newest.seq;
}

/** Decides on the message of an event, and on those before it that are not decided on. */
export async function takeMessage(
  db: Db,
  workspaceId: string,
  conversationId: string,
  messageId: string,
): Promise<void> {
  const message = selectSeq(db, workspaceId, messageId).first();
  if (message) await takeMessages(db, workspaceId, conversationId, message.seq);
}

/** A conversation that was never looked at begins with the message `upTo`: history sets nothing off. */
async function takeMessages(db: Db, workspaceId: string, conversationId: string, upTo: number): Promise<void> {
  const turn = selectTurn(db, conversationId).first();
  const after = turn?.decided_seq ?? upTo - 1;
  if (after >= upTo) return;
  const workspace = await findWorkspace(db, workspaceId);
  const conversation = await findConversation(db, workspaceId, conversationId);
  if (!workspace || !conversation) return;
  let taken = turn?.taken_seq ?? 0;
  for (const message of selectMessages(db, workspaceId, conversationId, after, mostAtOnce).all()) {
    const place = { db, workspace, now: message.created_at };
    if (message.seq <= upTo && (await decide(place, conversation, message))) taken = message.seq;
  }
  saveTurn(db, conversationId, workspaceId, upTo, taken).run();
}

/** A waiting question first, then keyword flows, those for a first message, and those by intent. */
async function decide(place: Place, conversation: ConversationRow, message: Said): Promise<boolean> {
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
function hear({ db, now }: Place, run: RunRow, message: Said): void {
  if (run.state !== 'WAITING_ANSWER') return;
  const { askedAt } = JSON.parse(run.waiting ?? '{}') as { askedAt?: string };
  // Written before the question was asked: it answers something else. Providers tell the time in whole seconds.
  if (askedAt && message.sent_at !== null && message.sent_at.slice(0, 19) < askedAt.slice(0, 19)) return;
  const text = message.content ?? '';
  updateRun(db, run, { answer: run.answer === null ? text : `${run.answer}\n${text}`, due_at: now, updated_at: now });
}

function isFirst({ db, workspace }: Place, conversation: ConversationRow, message: Said): boolean {
  return selectMessages(db, workspace.id, conversation.id, 0, 1).first()?.id === message.id;
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

/** Notes that a flow has taken a message after all. */
export function noteTaken(db: Db, workspaceId: string, conversationId: string, messageId: string): void {
  const seq = selectSeq(db, workspaceId, messageId).first()?.seq ?? 0;
  const turn = selectTurn(db, conversationId).first();
  saveTurn(
    db,
    conversationId,
    workspaceId,
    Math.max(turn?.decided_seq ?? 0, seq),
    Math.max(turn?.taken_seq ?? 0, seq),
  ).run();
}

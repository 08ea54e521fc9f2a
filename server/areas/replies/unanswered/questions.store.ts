import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { fold } from '../../../platform/database/fold.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { updateRows } from '../../../platform/database/workspace-rows.ts';
import { dayOf } from '../../../platform/text/days.ts';
import type { Work } from '../../../platform/work/work.ts';

export type Closing = 'taught' | 'dismissed';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    reply_questions: Table<'reply_questions', { closed_as: Closing | null }>;
  }
}

export type QuestionRow = Row<'reply_questions'>;

const longestQuestion = 200;
const mostAtOnce = 500;

const insertRow = prepareQuery((db, row: QuestionRow) => db.insertInto('reply_questions').values(row));

/** Words alone: case, accents and punctuation do not matter. */
export const foldQuestion = (text: string): string => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Stores a question that an agent could not answer, in the caller's transaction; one without a word is left out. */
export function noteQuestion(
  { db, workspace, now, newId }: Work,
  agentId: string,
  text: string,
  { conversationId, messageId }: { conversationId: string; messageId: string | null },
): void {
  const question = text.replaceAll(/\s+/g, ' ').trim().slice(0, longestQuestion);
  const folded = foldQuestion(question);
  if (folded === '') return;
  insertRow(db, {
    ...{ id: newId('question'), workspace_id: workspace.id, agent_id: agentId },
    ...{ conversation_id: conversationId, message_id: messageId, question, question_folded: folded },
    ...{ day: dayOf(workspace.timezone, now), asked_at: now, closed_as: null, closed_at: null },
  }).run();
}

/** Deletes the open questions of a conversation that a text contains. */
export async function forgetQuestions(
  db: Db,
  workspaceId: string,
  conversationId: string,
  text: string,
): Promise<void> {
  const asked = await openOf(db, workspaceId)
    .select(['id', 'question_folded'])
    .where('conversation_id', '=', conversationId)
    .execute();
  const taken = foldQuestion(text);
  const gone = asked.filter(({ question_folded: folded }) => taken.includes(folded)).map(({ id }) => id);
  if (gone.length === 0) return;
  await db.deleteFrom('reply_questions').where('workspace_id', '=', workspaceId).where('id', 'in', gone).execute();
}

const mostQuestions = 10;

/** The most frequent unanswered questions since a day, whatever was done about them. */
export async function readTopQuestions(
  db: Db,
  workspaceId: string,
  from: string,
  agentId: string | null,
): Promise<{ question: string; count: number }[]> {
  let query = db
    .selectFrom('reply_questions')
    .select((build) => [build.fn.max('question').as('question'), build.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('day', '>=', from);
  if (agentId !== null) query = query.where('agent_id', '=', agentId);
  return query.groupBy('question_folded').orderBy('count', 'desc').orderBy('question').limit(mostQuestions).execute();
}

const openOf = (db: Db, workspaceId: string) =>
  db.selectFrom('reply_questions').where('workspace_id', '=', workspaceId).where('closed_at', 'is', null);

/** The open questions of an agent since a time (UTC text), newest first, `most` in all. */
export const listOpenOfAgent = (
  db: Db,
  workspaceId: string,
  agentId: string,
  { since, most }: { since: string; most: number },
): Promise<QuestionRow[]> =>
  openOf(db, workspaceId)
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('asked_at', '>=', since)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** How many different questions are open since a time, for each agent that has any, the most first. */
export const countOpenQuestions = (
  db: Db,
  workspaceId: string,
  since: string,
): Promise<{ agent_id: string; count: number }[]> =>
  openOf(db, workspaceId)
    .where('asked_at', '>=', since)
    .select((build) => ['agent_id', build.fn.count<number>('question_folded').distinct().as('count')])
    .groupBy('agent_id')
    .orderBy('count', 'desc')
    .orderBy('agent_id')
    .execute();

/** The open questions of a conversation, oldest first. */
export const listOpenOfConversation = (db: Db, workspaceId: string, conversationId: string): Promise<QuestionRow[]> =>
  openOf(db, workspaceId)
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('asked_at')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();

/** Closes the open questions of an agent that have one of these wordings, as `closed_at` of now. */
export async function closeQuestions(
  { db, workspace, now }: Pick<Work, 'db' | 'workspace' | 'now'>,
  agentId: string,
  wordings: string[],
  closing: Closing,
): Promise<void> {
  await db
    .updateTable('reply_questions')
    .set({ closed_as: closing, closed_at: now })
    .where('workspace_id', '=', workspace.id)
    .where('agent_id', '=', agentId)
    .where('question_folded', 'in', wordings)
    .where('closed_at', 'is', null)
    .execute();
}

/** Opens again what was dismissed together with a question. */
export const reopenDismissed = (
  { db, workspace }: Pick<Work, 'db' | 'workspace'>,
  { agent_id, closed_at }: QuestionRow,
): Promise<void> =>
  updateRows(
    db,
    'reply_questions',
    workspace.id,
    { agent_id, closed_at, closed_as: 'dismissed' },
    { closed_as: null, closed_at: null },
  );

import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { findRowBy } from '../../../platform/database/workspace-rows.ts';
import { Problem } from '../../../platform/problem.ts';
import { agentTarget, findAgent } from '../../agents/index.ts';
import { conversationExists } from '../../inbox/index.ts';
import { closeQuestions, listOpenOfConversation, type QuestionRow, reopenDismissed } from './questions.store.ts';
import { findGroup, readGroups, showGroup, wordingsOf } from './read-groups.ts';
import { OpenQuestion, Unanswered, UnansweredQuery } from './unanswered.schemas.ts';

const toOpenQuestion = (row: QuestionRow) => ({
  id: row.id,
  agentId: row.agent_id,
  question: row.question,
  askedAt: row.asked_at,
  conversationId: row.conversation_id,
  messageId: row.message_id,
});

const questionTarget = target(OpenQuestion, async ({ db, workspace, params }: TargetContext<'id' | 'questionId'>) => {
  const row = await findRowBy(db, 'reply_questions', workspace.id, { agent_id: params.id, id: params.questionId });
  return row && toOpenQuestion(row);
});

export const unansweredOperations = {
  listUnanswered: operation({
    method: 'get',
    path: '/owner/agents/{id}/unanswered',
    scope: 'owner',
    summary: 'List what an agent could not answer',
    description: 'Grouped by meaning. What was taught or dismissed is left out until somebody asks it again.',
    tx: 'none',
    target: agentTarget,
    query: UnansweredQuery,
    success: 200,
    response: Unanswered,
    async run({ platform, workspace, target: agent, query: { days }, now }) {
      const groups = (await readGroups(platform, agent, workspace.id, { now, days })).map(showGroup);
      return { groups, total: groups.reduce((sum, { count }) => sum + count, 0) };
    },
  }),

  listConversationQuestions: operation({
    method: 'get',
    path: '/owner/conversations/{id}/unanswered',
    scope: 'owner',
    summary: 'List what agents could not answer in a conversation',
    description: 'Oldest first, without what was taught or dismissed.',
    tx: 'read',
    success: 200,
    response: listOf(OpenQuestion),
    errors: ['not_found'],
    async run({ db, workspace, params }) {
      if (!(await conversationExists(db, workspace.id, params.id))) throw new Problem('not_found');
      return { data: (await listOpenOfConversation(db, workspace.id, params.id)).map(toOpenQuestion) };
    },
  }),

  dismissUnanswered: operation({
    method: 'post',
    path: '/owner/agents/{id}/unanswered/{questionId}/dismiss',
    scope: 'owner',
    summary: 'Dismiss a question with all that mean the same',
    description: 'They are listed again once somebody asks one of them again.',
    tx: 'none',
    target: questionTarget,
    success: 204,
    async run({ platform, db, workspace, params, now, write }) {
      const agent = await findAgent(db, workspace.id, params.id);
      const group = agent && (await findGroup(platform, agent, workspace.id, { now, questionId: params.questionId }));
      if (group) await write((work) => closeQuestions(work, agent.id, wordingsOf(group), 'dismissed'));
    },
    response: null,
  }),

  restoreUnanswered: operation({
    method: 'post',
    path: '/owner/agents/{id}/unanswered/{questionId}/restore',
    scope: 'owner',
    summary: 'List a dismissed question again, with all that were dismissed with it',
    tx: 'write',
    target: questionTarget,
    success: 204,
    response: null,
    async run({ db, workspace, params }) {
      const row = await findRowBy(db, 'reply_questions', workspace.id, { id: params.questionId });
      if (row) await reopenDismissed({ db, workspace }, row);
    },
  }),
} satisfies Operations;

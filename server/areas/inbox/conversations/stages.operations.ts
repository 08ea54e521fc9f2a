import { Deleted, deleted } from '../../../http/deleted.ts';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOperation } from '../../../http/usual-operations.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { Stage, StageChange, StageDraft } from '../schemas.ts';
import {
  countInStage,
  deleteStage,
  findStage,
  insertStage,
  isNameTaken,
  listStages,
  toStage,
  updateStage,
} from './stages.store.ts';

const stage = target(Stage, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findStage(db, workspace.id, params.id);
  return row && toStage(row);
});

const mostStages = 50;
const colour = /^#[0-9a-f]{6}$/i;

const invalidColour = { errors: [{ field: 'body.color', code: 'invalid_color', message: 'must be like #1e88e5' }] };

export const stageOperations = {
  listConversationStages: listOperation({
    path: '/api/conversation-stages',
    scope: 'conversations.read',
    summary: 'List conversation stages',
    item: Stage,
    list: async ({ db, workspace }) => (await listStages(db, workspace.id)).map(toStage),
  }),

  createConversationStage: operation({
    method: 'post',
    path: '/api/conversation-stages',
    scope: 'conversation_stages.write',
    words: 'never',
    summary: 'Create a conversation stage',
    tx: 'write',
    body: StageDraft,
    success: 201,
    response: Stage,
    errors: ['name_taken', 'invalid_color', 'too_many'],
    async run({ db, body, workspace, newId, now, fail }) {
      if (await isNameTaken(db, workspace.id, body.name)) throw fail('name_taken');
      if (!colour.test(body.color)) throw fail('invalid_color', undefined, invalidColour);
      const present = await listStages(db, workspace.id);
      if (present.length >= mostStages) throw fail('too_many', `A workspace can have at most ${mostStages} stages`);
      return toStage(await insertStage(db, { id: newId('cst'), workspaceId: workspace.id, ...body }, now));
    },
  }),

  updateConversationStage: operation({
    method: 'patch',
    path: '/api/conversation-stages/{id}',
    scope: 'conversation_stages.write',
    words: 'never',
    summary: 'Change a conversation stage',
    tx: 'write',
    target: stage,
    body: StageChange,
    success: 200,
    response: Stage,
    errors: ['name_taken'],
    async run({ db, body, workspace, params, now, fail }) {
      if (body.color !== undefined && !colour.test(body.color)) {
        throw invalid('body.color', 'must be like #1e88e5', 'invalid_color');
      }
      if (body.name !== undefined && (await isNameTaken(db, workspace.id, body.name, params.id))) {
        throw fail('name_taken');
      }
      return toStage(await updateStage(db, workspace.id, params.id, body, now));
    },
  }),

  deleteConversationStage: operation({
    method: 'delete',
    path: '/api/conversation-stages/{id}',
    scope: 'conversation_stages.write',
    words: 'never',
    summary: 'Delete a conversation stage that holds no conversation',
    tx: 'write',
    target: stage,
    success: 200,
    response: Deleted,
    errors: ['stage_in_use'],
    async run({ db, workspace, params }) {
      const count = await countInStage(db, workspace.id, params.id);
      if (count > 0) {
        throw new Problem('stage_in_use', `${count} conversation(s) are in this stage`, { extra: { count } });
      }
      await deleteStage(db, workspace.id, params.id);
      return deleted(params.id);
    },
  }),
} satisfies Operations;

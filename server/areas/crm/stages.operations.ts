import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { Limit } from '../../http/paginate.ts';
import { invalid } from '../../platform/problem.ts';
import { listCards, toCard } from './cards.store.ts';
import { deleteStageStep } from './delete-stage-step.ts';
import {
  findStage,
  hasName,
  insertStage,
  listStages,
  placeStages,
  type StageRow,
  toStage,
  updateStage,
} from './pipelines.store.ts';
import { refuseField, requirePipeline } from './references.ts';
import { mostStages, Offset, Stage, StageCards, StageChanges, StageDraft, StageOrder } from './schemas.ts';

const stage = target(Stage, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findStage(db, workspace.id, params.id);
  return row && toStage(row);
});

function assertColor(color: string | undefined): void {
  if (color === undefined || /^#[0-9a-f]{6}$/i.test(color)) return;
  throw refuseField('invalid_color', 'body.color', 'must be like #1e88e5');
}

function assertNameFree(name: string | undefined, others: StageRow[]): void {
  if (name === undefined || !others.some((other) => hasName(other, name))) return;
  throw refuseField('stage_name_taken', 'body.name', `The pipeline already has a stage ${name}`);
}

export const stageOperations = {
  createCrmStage: operation({
    method: 'post',
    path: '/api/crm/stages',
    scope: 'crm.structure.write',
    words: 'never',
    summary: 'Create a stage at the end of a pipeline',
    description: `Names are unique in a pipeline, regardless of case. A pipeline can have at most ${mostStages} stages.`,
    tx: 'write',
    body: StageDraft,
    success: 201,
    response: Stage,
    errors: ['unknown_reference', 'stage_name_taken', 'invalid_color', 'too_many'],
    async run({ db, workspace, body, now, newId, fail }) {
      const pipeline = await requirePipeline(db, workspace.id, body.pipelineId, 'body.pipelineId');
      assertColor(body.color);
      const present = await listStages(db, workspace.id, pipeline.id);
      assertNameFree(body.name, present);
      if (present.length >= mostStages) throw fail('too_many', `A pipeline can have at most ${mostStages} stages`);
      const draft = { ...body, id: newId('stage'), position: present.length, isWon: false, isLost: false };
      return toStage(await insertStage(db, workspace.id, draft, now));
    },
  }),

  updateCrmStage: operation({
    method: 'patch',
    path: '/api/crm/stages/{id}',
    scope: 'crm.structure.write',
    words: 'never',
    summary: 'Change the name or colour of a stage',
    tx: 'write',
    target: stage,
    body: StageChanges,
    success: 200,
    response: Stage,
    errors: ['stage_name_taken', 'invalid_color'],
    async run({ db, workspace, target, body, now }) {
      assertColor(body.color);
      const stages = await listStages(db, workspace.id, target.pipelineId);
      assertNameFree(
        body.name,
        stages.filter((other) => other.id !== target.id),
      );
      return toStage(await updateStage(db, workspace.id, target.id, body, now));
    },
  }),

  deleteCrmStage: operation({
    method: 'delete',
    path: '/api/crm/stages/{id}',
    scope: 'crm.structure.write',
    summary: 'Delete a stage',
    description:
      'A stage with cards needs `moveCardsTo`, another stage of the pipeline: the cards move to its end in their order, ' +
      'each with its own event. The last stage of a pipeline cannot be deleted.',
    tx: 'none',
    target: stage,
    query: z.object({ moveCardsTo: z.string().max(64).optional().describe('The stage that receives the cards.') }),
    success: 204,
    response: null,
    errors: ['unknown_reference', 'stage_not_empty', 'last_stage', 'move_between_pipelines'],
    async run({ write, target, query }) {
      while (!(await write((work) => deleteStageStep(work, target.id, query.moveCardsTo))));
    },
  }),

  reorderCrmStages: operation({
    method: 'post',
    path: '/api/crm/stages/reorder',
    scope: 'crm.structure.write',
    words: 'never',
    summary: 'Reorder the stages of a pipeline',
    tx: 'write',
    body: StageOrder,
    success: 204,
    response: null,
    errors: ['unknown_reference'],
    async run({ db, workspace, body, now }) {
      const pipeline = await requirePipeline(db, workspace.id, body.pipelineId, 'body.pipelineId');
      const stages = new Map((await listStages(db, workspace.id, pipeline.id)).map((row) => [row.id, row]));
      const inOrder = [...new Set(body.stageIds)].flatMap((id) => stages.get(id) ?? []);
      if (inOrder.length !== stages.size || body.stageIds.length !== stages.size) {
        throw invalid('body.stageIds', 'must contain all stages of the pipeline, each once');
      }
      await placeStages(db, workspace.id, inOrder, now);
    },
  }),

  listCrmStageCards: operation({
    method: 'get',
    path: '/api/crm/stages/{id}/cards',
    scope: 'crm.read',
    summary: 'List the cards of a stage in order',
    tx: 'read',
    target: stage,
    query: z.object({ offset: Offset, limit: Limit }),
    success: 200,
    response: StageCards,
    async run({ db, workspace, params, query }) {
      const { offset, limit } = query;
      const total = (await findStage(db, workspace.id, params.id))?.card_count ?? 0;
      const data = (await listCards(db, workspace.id, params.id, query)).map(toCard);
      return { data, offset, limit, total, hasMore: offset + data.length < total };
    },
  }),
} satisfies Operations;

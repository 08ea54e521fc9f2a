import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf } from '../../http/paginate.ts';
import { fromCents } from '../../platform/text/money.ts';
import { readBoard, toCard } from './cards.store.ts';
import { createPipeline, ensureDefaultPipeline } from './create-pipeline.ts';
import {
  deletePipeline,
  findPipeline,
  listPipelines,
  listStages,
  renamePipeline,
  toPipeline,
  toStage,
} from './pipelines.store.ts';
import { Board, mostPipelines, Pipeline, PipelineDraft } from './schemas.ts';

const pipeline = target(Pipeline, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findPipeline(db, workspace.id, params.id);
  return row && toPipeline(row, await listStages(db, workspace.id, row.id));
});

export const pipelineOperations = {
  listCrmPipelines: operation({
    method: 'get',
    path: '/api/crm/pipelines',
    scope: 'crm.read',
    summary: 'List the pipelines',
    description:
      'All pipelines with their stages in order, the default one first. The first call creates the default pipeline: five ' +
      "stages in the workspace's language, of which the last two are the won and the lost stage.",
    tx: 'none',
    success: 200,
    response: listOf(Pipeline),
    async run({ db, workspace, write }) {
      let rows = await listPipelines(db, workspace.id);
      if (rows[0]?.is_default !== 1) {
        await write(ensureDefaultPipeline);
        rows = await listPipelines(db, workspace.id);
      }
      const stages = Map.groupBy(await listStages(db, workspace.id), (stage) => stage.pipeline_id);
      return { data: rows.map((row) => toPipeline(row, stages.get(row.id) ?? [])) };
    },
  }),

  createCrmPipeline: operation({
    method: 'post',
    path: '/api/crm/pipelines',
    scope: 'crm.structure.write',
    words: 'never',
    summary: 'Create a pipeline',
    description:
      'A new pipeline has the same five stages as the default one. ' +
      `A workspace can have at most ${mostPipelines} pipelines; one more returns 422 \`too_many\`.`,
    tx: 'write',
    body: PipelineDraft,
    success: 201,
    response: Pipeline,
    errors: ['too_many'],
    async run({ fail, body, ...work }) {
      const present = await listPipelines(work.db, work.workspace.id);
      if (present.length >= mostPipelines)
        throw fail('too_many', `A workspace can have at most ${mostPipelines} pipelines`);
      return createPipeline(work, body.name);
    },
  }),

  updateCrmPipeline: operation({
    method: 'patch',
    path: '/api/crm/pipelines/{id}',
    scope: 'crm.structure.write',
    words: 'never',
    summary: 'Rename a pipeline',
    tx: 'write',
    target: pipeline,
    body: PipelineDraft,
    success: 200,
    response: Pipeline,
    async run({ db, workspace, params, body, now }) {
      const row = await renamePipeline(db, workspace.id, params.id, body.name, now);
      return toPipeline(row, await listStages(db, workspace.id, row.id));
    },
  }),

  deleteCrmPipeline: operation({
    method: 'delete',
    path: '/api/crm/pipelines/{id}',
    scope: 'crm.structure.write',
    summary: 'Delete a pipeline',
    description:
      'The default pipeline and a pipeline with cards cannot be deleted. The timeline and the reports of a deleted ' +
      'pipeline can still be read by its id.',
    tx: 'write',
    target: pipeline,
    success: 204,
    response: null,
    errors: ['default_pipeline', 'pipeline_not_empty'],
    async run({ db, workspace, target, now, fail }) {
      if (target.isDefault) throw fail('default_pipeline');
      const stages = await listStages(db, workspace.id, target.id);
      const count = stages.reduce((sum, stage) => sum + stage.card_count, 0);
      if (count > 0) throw fail('pipeline_not_empty', `The pipeline holds ${count} card(s)`, { extra: { count } });
      await deletePipeline(db, workspace.id, target.id, now);
    },
  }),

  readCrmBoard: operation({
    method: 'get',
    path: '/api/crm/pipelines/{id}/board',
    scope: 'crm.read',
    summary: 'Read the board of a pipeline',
    description: 'The stages in order, each with its first cards and the count and total value of all its cards.',
    tx: 'read',
    target: pipeline,
    success: 200,
    response: Board,
    async run({ db, workspace, target }) {
      const stages = await listStages(db, workspace.id, target.id);
      const board = await readBoard(db, workspace.id, target.id);
      return {
        pipeline: target,
        stages: stages.map((stage) => {
          const { count, totalCents, cards } = board.get(stage.id) ?? { count: 0, totalCents: 0, cards: [] };
          const shown = {
            count,
            total: fromCents(totalCents),
            cards: cards.map(toCard),
            hasMore: count > cards.length,
          };
          return { ...toStage(stage), ...shown };
        }),
      };
    },
  }),
} satisfies Operations;

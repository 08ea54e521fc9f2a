import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { Limit, listOf } from '../../http/paginate.ts';
import type { Db } from '../../platform/database/database.ts';
import { fromCents } from '../../platform/text/money.ts';
import { BoardCard, BoardFilter, BoardView, ContactCard, mostShownCards, ShownCards } from './board.schemas.ts';
import { countMatching, findBoardCard, listContactCards, listMatching } from './board.store.ts';
import { findPipeline, findStage, listPipelines, listStages, toStage } from './pipelines.store.ts';
import { Offset } from './schemas.ts';

const isFiltering = ({ search, unread, source }: BoardFilter): boolean =>
  Boolean(search) || unread === true || source !== undefined;

/** What the console's pipeline needs beyond the API. */
export const boardOperations = {
  viewPipeline: operation({
    method: 'get',
    path: '/owner/pipelines/{id}',
    scope: 'console',
    summary: 'Get the board of a pipeline, filtered, with what is unread',
    description: `Up to ${mostShownCards} cards a stage. The id \`default\` names the default pipeline.`,
    tx: 'read',
    query: BoardFilter.extend({ shown: ShownCards }),
    success: 200,
    response: BoardView,
    errors: ['not_found'],
    async run({ db, workspace, params: { id }, query, fail }) {
      const pipeline =
        id === 'default' ? (await listPipelines(db, workspace.id))[0] : await findPipeline(db, workspace.id, id);
      if (!pipeline) throw fail('not_found');
      return { pipelineId: pipeline.id, stages: await readStages(db, workspace.id, pipeline.id, query) };
    },
  }),

  listPipelineCards: operation({
    method: 'get',
    path: '/owner/pipeline-stages/{id}/cards',
    scope: 'console',
    summary: 'List the cards of a stage, filtered, with what is unread',
    tx: 'read',
    query: BoardFilter.extend({ offset: Offset, limit: Limit }),
    success: 200,
    response: listOf(BoardCard),
    errors: ['not_found'],
    async run({ db, workspace, params, query, fail }) {
      if (!(await findStage(db, workspace.id, params.id))) throw fail('not_found');
      return { data: await listMatching(db, workspace.id, params.id, query, query) };
    },
  }),

  getPipelineCard: operation({
    method: 'get',
    path: '/owner/pipeline-cards/{id}',
    scope: 'console',
    summary: 'Get a card with what is unread',
    tx: 'read',
    success: 200,
    response: BoardCard,
    errors: ['not_found'],
    async run({ db, workspace, params, fail }) {
      const card = await findBoardCard(db, workspace.id, params.id);
      if (!card) throw fail('not_found');
      return card;
    },
  }),

  listContactCards: operation({
    method: 'get',
    path: '/owner/pipeline-cards',
    scope: 'console',
    summary: 'List the cards of a contact in all pipelines, newest first',
    tx: 'read',
    query: z.object({ contactId: z.string().max(64).describe('Id of the contact.') }),
    success: 200,
    response: listOf(ContactCard),
    run: async ({ db, workspace, query }) => ({ data: await listContactCards(db, workspace.id, query.contactId) }),
  }),
} satisfies Operations;

type Shown = BoardFilter & { shown: number };

async function readStages(db: Db, workspaceId: string, pipelineId: string, query: Shown) {
  const matching = isFiltering(query) ? await countMatching(db, workspaceId, pipelineId, query) : null;
  const stages = [];
  for (const stage of await listStages(db, workspaceId, pipelineId)) {
    const all = { count: stage.card_count, total: fromCents(stage.card_total_cents) };
    const { count, total } = matching ? (matching.get(stage.id) ?? { count: 0, total: 0 }) : all;
    const page = { offset: 0, limit: query.shown };
    const cards = count === 0 ? [] : await listMatching(db, workspaceId, stage.id, query, page);
    stages.push({ ...toStage(stage), count, total, cards, hasMore: count > cards.length });
  }
  return stages;
}

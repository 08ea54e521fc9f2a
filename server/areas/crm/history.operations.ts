import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { pageOf, pageQuery, toPage } from '../../http/paginate.ts';
import { unknownReference } from '../../platform/problem.ts';
import { DayOrTime } from '../../platform/text/times.ts';
import { listCardEvents, toCardEvent } from './events.store.ts';
import { findAnyPipeline } from './pipelines.store.ts';
import { readReport } from './read-report.ts';
import { Report } from './report.schemas.ts';
import { readRange } from './report-range.ts';
import { CardEvent, type CardEventType } from './schemas.ts';

const filterTypes: Record<string, CardEventType | null> = {
  all: null,
  comments: 'COMMENTED',
  moves: 'MOVED',
  changes: 'UPDATED',
  created: 'CREATED',
  deleted: 'DELETED',
};

const PipelineId = z.string().min(1).max(64).describe('Id of the pipeline; one that was deleted is known, too.');

const dayOrTime = 'A day (YYYY-MM-DD) in the time zone of the workspace, included, or an ISO 8601 timestamp.';

const Filter = z
  .string()
  .max(64)
  .regex(/^(all|comments|moves|changes|created|deleted|card_\w+)$/, 'must be a kind of event or the id of a card')
  .default('all')
  .describe('Which events: `all`, `comments`, `moves`, `changes`, `created`, `deleted`, or those of a card by its id.');

export const historyOperations = {
  listCrmEvents: operation({
    method: 'get',
    path: '/api/crm/events',
    scope: 'crm.read',
    summary: 'Read the timeline of a pipeline',
    description: 'Newest first; includes deleted cards and works for a deleted pipeline.',
    tx: 'read',
    query: z.object({ pipelineId: PipelineId, filter: Filter, ...pageQuery }),
    success: 200,
    response: pageOf(CardEvent),
    errors: ['unknown_reference'],
    async run({ db, workspace, query }) {
      const { pipelineId, filter } = query;
      if (!(await findAnyPipeline(db, workspace.id, pipelineId))) {
        throw unknownReference('query.pipelineId', 'No such pipeline');
      }
      const cardId = filter.startsWith('card_') ? filter : null;
      const wanted = { pipelineId, type: filterTypes[filter] ?? null, cardId };
      const { rows, total } = await listCardEvents(db, workspace.id, wanted, query);
      return toPage(query, rows.map(toCardEvent), total);
    },
  }),

  readCrmReport: operation({
    method: 'get',
    path: '/api/crm/reports',
    scope: 'analytics.read',
    summary: 'Read the report of a pipeline',
    description:
      'Computed from the timeline, so later changes of cards do not alter a past range. Without `to` the range ends with ' +
      'today, without `from` it has 30 days; the maximum is ten years. A card is won (lost) in the range if the last won ' +
      'or lost stage that it entered within the range is a won (lost) one; its value is the value at that moment, 0 if it ' +
      'had none. `funnel` counts the cards that entered each existing stage for the first time; a skipped stage is not ' +
      "reached. `weeklySales` has every ISO week, in the workspace's time zone, that overlaps the range. `cycle` measures " +
      'the stays in a stage that ended in the range by a move or a deletion. A day is 24 hours; days have two decimals, ' +
      'rates four.',
    tx: 'read',
    dear: { atOnce: 2, joins: true },
    query: z.object({
      pipelineId: PipelineId,
      from: DayOrTime.optional().describe(`Start of the range; without it the range has 30 days. ${dayOrTime}`),
      to: DayOrTime.optional().describe(`End of the range; without it that is the end of today. ${dayOrTime}`),
    }),
    success: 200,
    response: Report,
    errors: ['unknown_reference'],
    async run({ db, workspace, query, now }) {
      const range = readRange(workspace.timezone, now, query);
      const pipeline = await findAnyPipeline(db, workspace.id, query.pipelineId);
      if (!pipeline) throw unknownReference('query.pipelineId', 'No such pipeline');
      return readReport(db, workspace.timezone, { workspaceId: workspace.id, pipelineId: pipeline.id, ...range });
    },
  }),
} satisfies Operations;

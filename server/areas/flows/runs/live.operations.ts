import { z } from 'zod';
import { Fault } from '../../../http/common.schemas.ts';
import { type Operations, operation } from '../../../http/operation.ts';
import { cursorPageOf, cursorQuery, takePage } from '../../../http/paginate.ts';
import type { Db } from '../../../platform/database/database.ts';
import { lastDays } from '../../../platform/text/days.ts';
import { findConversation } from '../../inbox/index.ts';
import { flowTarget } from '../operations.ts';
import { Step } from '../steps/step.schemas.ts';
import { stepsOf } from '../store.ts';
import { findVersion } from '../versions/versions.store.ts';
import { countAtSteps, readStepCounts } from './count-flow.ts';
import { openStates, runOutcomes } from './run.ts';
import { listRunSteps } from './run-steps.store.ts';
import { findRunOfFlow, listRuns, type RunRow, toFlowRun } from './runs.store.ts';

const Standing = z.object({
  steps: z
    .array(
      z.object({
        stepId: z.string(),
        standing: z.int().describe('Runs that are at this step now.'),
        entered: z.int().describe('In the last 7 days.'),
        droppedOff: z.int().describe('Runs of the last 7 days that ended here without completing.'),
      }),
    )
    .describe('The current steps of the flow, in order.'),
  open: z.int().describe('All runs that have not ended, also those of earlier versions at steps that are gone.'),
});

const states = [...openStates, ...runOutcomes] as const;

const ShownRun = z.object({
  id: z.string(),
  flowVersion: z.int(),
  state: z.enum(states),
  stepId: z.string().nullable().describe('The present step, or the one at which the run ended; null if COMPLETED.'),
  conversationId: z.string().nullable(),
  contact: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      phone: z.string().nullable(),
      username: z.string().nullable(),
    })
    .nullable(),
  reason: Fault.nullable(),
  dueAt: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});

const RunFilter = z.object({
  ...cursorQuery,
  state: z
    .enum(['OPEN', ...states])
    .optional()
    .describe('`OPEN`: all that have not ended.'),
  stepId: z.string().max(40).optional().describe('At this step, or ended there.'),
});

async function show(db: Db, workspaceId: string, row: RunRow & { version: number }) {
  const { conversation_id: id } = row;
  const conversation = id === null ? null : await findConversation(db, workspaceId, id);
  const { createdAt: startedAt, finishedAt: endedAt, ...run } = toFlowRun(row, row.version);
  const contact = conversation && {
    id: conversation.contact_id,
    name: conversation.contact_name,
    phone: conversation.contact_phone,
    username: conversation.contact_username,
  };
  return { ...run, startedAt, endedAt, contact };
}

/** What the console shows of a flow that is on. */
export const liveOperations = {
  getFlowStanding: operation({
    method: 'get',
    path: '/owner/flows/{id}/standing',
    scope: 'owner',
    summary: 'Count the runs at each step of a flow: now, and in the last 7 days',
    tx: 'read',
    target: flowTarget,
    success: 200,
    response: Standing,
    async run({ db, workspace, params, target, now }) {
      const standing = await countAtSteps(db, workspace.id, params.id);
      const counts = await readStepCounts(db, workspace.id, params.id, lastDays(workspace.timezone, now, 7)[0] ?? '');
      const steps = target.steps.map(({ id }) => ({
        stepId: id,
        standing: standing.get(id) ?? 0,
        entered: counts.entered.get(id) ?? 0,
        droppedOff: counts.dropped.get(id) ?? 0,
      }));
      return { steps, open: [...standing.values()].reduce((sum, count) => sum + count, 0) };
    },
  }),

  listShownFlowRuns: operation({
    method: 'get',
    path: '/owner/flows/{id}/runs',
    scope: 'owner',
    summary: 'List the runs of a flow with their contacts, newest first',
    tx: 'read',
    target: flowTarget,
    query: RunFilter,
    success: 200,
    response: cursorPageOf(ShownRun),
    async run({ db, workspace, params, query, cursors }) {
      const { state, stepId, limit } = query;
      const before = cursors.read(query.cursor)?.[0];
      const page = { limit: limit + 1, before: before == null ? null : Number(before), stepId, ...statesOf(state) };
      const { rows, last } = takePage(await listRuns(db, workspace.id, params.id, page), limit);
      const data = await Promise.all(rows.map((row) => show(db, workspace.id, row)));
      return { data, nextCursor: last && cursors.write([last.seq]) };
    },
  }),

  getShownFlowRun: operation({
    method: 'get',
    path: '/owner/flows/{id}/runs/{runId}',
    scope: 'owner',
    summary: 'Get a run with the steps that it entered',
    tx: 'read',
    target: flowTarget,
    success: 200,
    response: ShownRun.extend({
      variables: z.record(z.string(), z.string()),
      path: z.array(z.object({ stepId: z.string(), at: z.string() })).describe('At most 500 steps, in order.'),
      steps: z.array(Step).describe('The steps of the version with which the run began.'),
    }),
    errors: ['not_found'],
    async run({ db, workspace, params, fail }) {
      const row = await findRunOfFlow(db, workspace.id, params.id, params.runId);
      const version = row && findVersion(db, workspace.id, params.id, row.version);
      if (!version) throw fail('not_found');
      const path = await listRunSteps(db, workspace.id, row.id);
      return {
        ...(await show(db, workspace.id, row)),
        path: path.map((entry) => ({ stepId: entry.step_id, at: entry.entered_at })),
        steps: stepsOf(version),
      };
    },
  }),
} satisfies Operations;

const statesOf = (state: 'OPEN' | (typeof states)[number] | undefined) =>
  state === undefined ? {} : { states: state === 'OPEN' ? openStates : [state] };

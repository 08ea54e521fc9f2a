import { type Operations, operation } from '../../../http/operation.ts';
import { cursorPageOf, takePage } from '../../../http/paginate.ts';
import { invalid, unknownReference } from '../../../platform/problem.ts';
import { findConversation } from '../../inbox/index.ts';
import { checkFlow } from '../edit/check-flow.ts';
import { testFlow } from '../edit/test-flow.ts';
import { flowTarget, requireRow } from '../operations.ts';
import { FlowRun, RunDraft, RunListQuery, TestDraft, TestResult } from '../schemas.ts';
import { toTriggerColumns, triggerOf } from '../store.ts';
import { findOpenRun, findRunById, listRuns, type RunRow, toFlowRun } from './runs.store.ts';
import { startRun } from './start-run.ts';

export const runOperations = {
  listFlowRuns: operation({
    method: 'get',
    path: '/api/flows/{id}/runs',
    scope: 'flows.read',
    summary: 'List the runs of a flow',
    description: 'Newest first. Runs are deleted 90 days after their end.',
    tx: 'read',
    extension: true,
    target: flowTarget,
    query: RunListQuery,
    success: 200,
    response: cursorPageOf(FlowRun),
    async run({ db, workspace, params, query, cursors }) {
      const before = cursors.read(query.cursor)?.[0];
      const states = query.state && { states: [query.state] };
      const page = { limit: query.limit + 1, before: before == null ? null : Number(before), ...states };
      const { rows, last } = takePage(await listRuns(db, workspace.id, params.id, page), query.limit);
      return {
        data: rows.map((row) => toFlowRun(row, row.version)),
        nextCursor: last && cursors.write([last.seq]),
      };
    },
  }),

  startFlowRun: operation({
    method: 'post',
    path: '/api/flows/{id}/runs',
    scope: 'flows.write',
    summary: 'Start a manual flow in a conversation',
    description:
      '409 `flow_not_active` unless the flow is ACTIVE and its trigger is manual; 409 `flow_run_active` while the ' +
      'conversation has an open run or is handed off to a person.',
    tx: 'write',
    extension: true,
    target: flowTarget,
    body: RunDraft,
    success: 201,
    response: FlowRun,
    errors: ['unknown_reference', 'flow_not_active', 'flow_run_active'],
    async run({ params, target, body, fail, newId, ...work }) {
      const { db, workspace } = work;
      const flow = await requireRow(db, workspace.id, params.id);
      const trigger = triggerOf(flow);
      if (target.status !== 'ACTIVE' || trigger.type !== 'manual') {
        throw fail('flow_not_active', 'Only an ACTIVE flow with a manual trigger can be started');
      }
      const unknown = Object.keys(body.variables).find((name) => !trigger.variables.includes(name));
      if (unknown !== undefined)
        throw invalid(`body.variables.${unknown}`, 'The trigger does not declare this variable');
      const conversation = await findConversation(db, workspace.id, body.conversationId);
      if (!conversation) throw unknownReference('body.conversationId', 'No such conversation');
      const id = await startRun(work, flow, {
        conversationId: conversation.id,
        triggerKey: `manual:${newId('start')}`,
        variables: body.variables,
        depth: 1,
      });
      if (id === null) {
        const isRunning = findOpenRun(db, workspace.id, conversation.id) !== null;
        const detail = isRunning ? 'Another run is open in the conversation' : 'A person has the conversation';
        throw fail('flow_run_active', detail);
      }
      return toFlowRun(findRunById(db, id) as RunRow, flow.version);
    },
  }),

  testFlow: operation({
    method: 'post',
    path: '/api/flows/{id}/test',
    scope: 'flows.read',
    words: 'never',
    summary: 'Play a flow without sending or storing anything',
    description:
      'Uses the interpreter of real runs, whatever the status of the flow. Orders, bookings and calls appear as ' +
      'SYSTEM lines and are assumed to succeed; waits pass at once.',
    tx: 'none',
    extension: true,
    target: flowTarget,
    body: TestDraft,
    success: 200,
    response: TestResult,
    async run({ platform, db, workspace, params, body }) {
      const stored = await requireRow(db, workspace.id, params.id);
      const flow = {
        ...stored,
        ...(body.trigger === undefined ? {} : toTriggerColumns(body.trigger)),
        ...(body.steps === undefined ? {} : { steps: JSON.stringify(body.steps) }),
      };
      const { triggered, transcript, path, run } = await testFlow(platform, workspace, flow, body);
      return {
        triggered,
        transcript,
        path,
        state: run?.state ?? null,
        stepId: run?.stepId ?? null,
        stepCount: run?.stepCount ?? 0,
        variables: run?.variables ?? {},
        reason: run?.reason ?? null,
        problems: await checkFlow(db, flow),
      };
    },
  }),
} satisfies Operations;

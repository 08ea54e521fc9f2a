import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf } from '../../http/paginate.ts';
import { deleteOperation, readOperation } from '../../http/usual-operations.ts';
import type { Db } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { agentExists, assertAgent } from '../agents/index.ts';
import { changeFlow, createFlow, toFlow } from './edit/change-flow.ts';
import { readOverview } from './edit/read-overview.ts';
import { deleteFlow } from './runs/end-runs.ts';
import { Flow, FlowChanges, FlowDraft, FlowListQuery, Overview, Toggle } from './schemas.ts';
import { persistMediaLinks } from './steps/persist-media-links.ts';
import { type FlowRow, findFlow, listFlows } from './store.ts';

export const flowTarget = target(Flow, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findFlow(db, workspace.id, params.id);
  return row && toFlow(db, row);
});

/** The row of a target that exists; throws `not_found` if it was deleted meanwhile. */
export async function requireRow(db: Db, workspaceId: string, id: string): Promise<FlowRow> {
  const row = await findFlow(db, workspaceId, id);
  if (!row) throw new Problem('not_found');
  return row;
}

const byReference = { errors: ['unknown_reference'], statuses: { unknown_reference: 400 } } as const;

const statusRules =
  'DRAFT becomes ACTIVE if its steps are valid: every `next` exists, every step is reachable, every loop contains an ' +
  'ask, an appointment or a wait, every {{variable}} is set, and the templates, stages and the agent exist; ' +
  'otherwise 400 with all problems. ACTIVE and ATTENTION become DRAFT; open runs continue to their end. ARCHIVED ' +
  'becomes DRAFT. An ACTIVE flow has the status ATTENTION while something that it refers to is missing; it then ' +
  'starts no runs.';

export const flowOperations = {
  listFlows: operation({
    method: 'get',
    path: '/api/flows',
    scope: 'flows.read',
    summary: 'List the flows of an agent',
    description: 'Includes archived flows only with `includeArchived=true`.',
    tx: 'read',
    query: FlowListQuery,
    success: 200,
    response: listOf(Flow),
    ...byReference,
    async run({ db, workspace, query }) {
      await assertAgent(db, workspace.id, query.aiAgentId, 'query.aiAgentId');
      const rows = await listFlows(db, workspace.id, query.aiAgentId, query);
      return { data: await Promise.all(rows.map((row) => toFlow(db, row))) };
    },
  }),

  createFlow: operation({
    method: 'post',
    path: '/api/flows',
    scope: 'flows.write',
    summary: 'Create a flow',
    description:
      'The flow begins as DRAFT, so its steps need not be valid yet. An inbound message goes to a run that waits for ' +
      'an answer, else to keyword flows, flows for a first message, flows by intent, and last to the agent; within ' +
      'one kind the oldest flow wins. A conversation has one run at a time; a message that triggers a flow ends a ' +
      'run that waits for a time.',
    tx: 'write',
    body: FlowDraft,
    success: 201,
    response: Flow,
    ...byReference,
    async run({ db, platform, workspace, body, newId, now }) {
      await assertAgent(db, workspace.id, body.aiAgentId, 'body.aiAgentId');
      const steps = await persistMediaLinks(platform, { db, workspace }, body.steps);
      return createFlow({ db, workspace, now }, { ...body, steps, id: newId('flow') });
    },
  }),

  getFlow: readOperation({
    path: '/api/flows/{id}',
    scope: 'flows.read',
    summary: 'Get a flow',
    target: flowTarget,
  }),

  updateFlow: operation({
    method: 'patch',
    path: '/api/flows/{id}',
    scope: 'flows.write',
    summary: 'Change a flow',
    description: `${statusRules} Turning it on or off also needs flows.publish (403). Runs keep their version.`,
    tx: 'write',
    target: flowTarget,
    body: FlowChanges,
    success: 200,
    response: Flow,
    async run({ assertScope, platform, params, body, ...work }) {
      const change =
        body.steps === undefined ? body : { ...body, steps: await persistMediaLinks(platform, work, body.steps) };
      return changeFlow(work, await requireRow(work.db, work.workspace.id, params.id), change, assertScope);
    },
  }),

  toggleFlow: operation({
    method: 'patch',
    path: '/api/flows/{id}/toggle',
    scope: 'flows.publish',
    summary: 'Turn a flow on or off',
    description: `${statusRules} Without \`active\` the flow is toggled.`,
    tx: 'write',
    target: flowTarget,
    body: Toggle,
    success: 200,
    response: Flow,
    async run({ target, params, body, ...work }) {
      const row = await requireRow(work.db, work.workspace.id, params.id);
      return changeFlow(work, row, { active: body.active ?? !target.active }, () => {});
    },
  }),

  deleteFlow: deleteOperation({
    path: '/api/flows/{id}',
    scope: 'flows.delete',
    summary: 'Delete a flow',
    description: 'Deletes its history as well and ends its open runs.',
    target: flowTarget,
    remove: (work, { id }) => deleteFlow(work, id),
  }),

  getFlowOverview: operation({
    method: 'get',
    path: '/api/flows/overview',
    scope: 'flows.read',
    summary: "Get the results of an agent's flows over the last 7 days",
    description:
      "Days in the workspace's time zone, including today. The start and end of a run count on their own days.",
    tx: 'read',
    query: FlowListQuery.pick({ aiAgentId: true }),
    success: 200,
    response: Overview,
    errors: ['not_found'],
    async run({ db, workspace, query, now, fail }) {
      if (!(await agentExists(db, workspace.id, query.aiAgentId))) throw fail('not_found', 'No such agent');
      return readOverview(db, workspace, query.aiAgentId, now);
    },
  }),
} satisfies Operations;

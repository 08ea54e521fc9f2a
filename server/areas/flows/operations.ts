import { Deleted, deleted } from '../../http/deleted.ts';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf } from '../../http/paginate.ts';
import type { Db } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { agentExists, assertAgent } from '../agents/index.ts';
import { changeFlow, toFlow } from './edit/change-flow.ts';
import { readOverview } from './edit/read-overview.ts';
import { deleteFlow } from './runs/end-runs.ts';
import { Flow, FlowChanges, FlowDraft, FlowListQuery, Overview, Toggle } from './schemas.ts';
import { persistMediaLinks } from './steps/persist-media-links.ts';
import { type FlowRow, findFlow, insertFlow, listFlows } from './store.ts';

export const flowTarget = target(Flow, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findFlow(db, workspace.id, params.id);
  return row && toFlow(db, row);
});

/** The row behind a target that was found. */
export async function requireRow(db: Db, workspaceId: string, id: string): Promise<FlowRow> {
  const row = await findFlow(db, workspaceId, id);
  if (!row) throw new Problem('not_found');
  return row;
}

const byReference = { errors: ['unknown_reference'], statuses: { unknown_reference: 400 } } as const;

const statusRules =
  'DRAFT becomes ACTIVE when its steps hold: every `next` exists, every step is reached, no loop is without an ask, an ' +
  'appointment or a wait, every {{variable}} gets a value, and the templates, stages and the agent exist; else 400 with ' +
  'all problems. ACTIVE and ATTENTION become DRAFT: the runs that go on end by themselves. ARCHIVED becomes DRAFT. ' +
  'ATTENTION is what an ACTIVE flow is while something that it refers to has gone; it starts no runs then.';

export const flowOperations = {
  listFlows: operation({
    method: 'get',
    path: '/api/flows',
    scope: 'flows.read',
    summary: 'List the flows of an agent',
    description: 'Archived ones only with `includeArchived=true`.',
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
      'Begins as DRAFT: its steps need not hold together yet. On an inbound message comes first a run that waits for an ' +
      'answer, then keyword flows, flows for a first message, flows by intent, and last the agent; of one kind the ' +
      'oldest flow. A conversation has one run at a time; a message that sets off a flow ends one that waits for a time.',
    tx: 'write',
    body: FlowDraft,
    success: 201,
    response: Flow,
    ...byReference,
    async run({ db, platform, workspace, body, newId, now }) {
      await assertAgent(db, workspace.id, body.aiAgentId, 'body.aiAgentId');
      const steps = await persistMediaLinks(platform, { db, workspace }, body.steps);
      const draft = { ...body, steps, id: newId('flow') };
      return toFlow(db, await insertFlow(db, { ...draft, workspaceId: workspace.id, now }));
    },
  }),

  getFlow: operation({
    method: 'get',
    path: '/api/flows/{id}',
    scope: 'flows.read',
    summary: 'Get a flow',
    tx: 'read',
    target: flowTarget,
    success: 200,
    response: Flow,
    run: async ({ target }) => target,
  }),

  updateFlow: operation({
    method: 'patch',
    path: '/api/flows/{id}',
    scope: 'flows.write',
    summary: 'Change a flow',
    description: `${statusRules} Turning it on or off needs flows.publish as well (403). Runs keep the version they began with.`,
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
    description: `${statusRules} Without \`active\` the flow is turned over.`,
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

  deleteFlow: operation({
    method: 'delete',
    path: '/api/flows/{id}',
    scope: 'flows.delete',
    summary: 'Delete a flow',
    description: 'With its history; runs that go on end.',
    tx: 'write',
    target: flowTarget,
    success: 200,
    response: Deleted,
    async run({ params, ...work }) {
      await deleteFlow(work, params.id);
      return deleted(params.id);
    },
  }),

  getFlowOverview: operation({
    method: 'get',
    path: '/api/flows/overview',
    scope: 'flows.read',
    summary: 'How the flows of an agent did in the last 7 days',
    description:
      "Days of the workspace, today included. A run is counted on the day on which it began, its end on that day's.",
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

import type { z } from 'zod';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { lastDays } from '../../../platform/text/days.ts';
import { readAgentNames } from '../../agents/index.ts';
import type { CountKind } from '../runs/counts.ts';
import { openStates } from '../runs/run.ts';
import type { Overview } from '../schemas.ts';
import { type FlowRow, listFlows, stepsOf } from '../store.ts';

const shownDays = 7;

interface Counted {
  flow_id: string;
  day: string;
  kind: CountKind;
  step_id: string;
  count: number;
}

/** What the counters tell of the flows of an agent in the last 7 days of the workspace. */
export async function readOverview(
  db: Db,
  workspace: Workspace,
  agentId: string,
  now: string,
): Promise<z.input<typeof Overview>> {
  const days = lastDays(workspace.timezone, now, shownDays);
  const counted = await readCounts(db, workspace.id, agentId, days);
  const sum = (kind: CountKind, where: Partial<Counted> = {}): number =>
    counted
      .filter(
        (row) =>
          row.kind === kind && Object.entries(where).every(([key, value]) => row[key as keyof Counted] === value),
      )
      .reduce((total, row) => total + row.count, 0);
  const ended = (['COMPLETED', 'INTERRUPTED', 'EXPIRED', 'FAILED'] as const).reduce(
    (total, kind) => total + sum(kind),
    0,
  );
  const flows = await listFlows(db, workspace.id, agentId, { includeArchived: true });
  return {
    aiAgentId: agentId,
    timezone: workspace.timezone,
    runs: {
      started: sum('started'),
      completed: sum('COMPLETED'),
      interrupted: sum('INTERRUPTED'),
      expired: sum('EXPIRED'),
      failed: sum('FAILED'),
      open: await countOpen(db, workspace.id, flows),
    },
    completionRate: ended === 0 ? null : sum('COMPLETED') / ended,
    averageDurationMs: ended === 0 ? null : Math.round(sum('durationMs') / ended),
    days: days.map((date) => ({ date, runs: sum('started', { day: date }) })),
    flows: flows.map((flow) => ({
      flowId: flow.id,
      name: flow.name,
      started: sum('started', { flow_id: flow.id }),
      completed: sum('COMPLETED', { flow_id: flow.id }),
      steps: stepsOf(flow).map(({ id, type }) => {
        const entered = sum('entered', { flow_id: flow.id, step_id: id });
        const droppedOff = sum('dropped', { flow_id: flow.id, step_id: id });
        return { stepId: id, type, entered, droppedOff, dropOffRate: entered === 0 ? null : droppedOff / entered };
      }),
    })),
    agents: await countByAgent(db, workspace.id, days),
  };
}

/** The counters of an agent's flows, also of those that were deleted since. */
const readCounts = (db: Db, workspaceId: string, agentId: string, days: string[]): Promise<Counted[]> =>
  db
    .selectFrom('flow_counts as c')
    .innerJoin('flows as f', 'f.id', 'c.flow_id')
    .select(['c.flow_id', 'c.day', 'c.kind', 'c.step_id', 'c.count'])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.day', '>=', days[0] ?? '')
    .where('f.ai_agent_id', '=', agentId)
    .execute();

async function countOpen(db: Db, workspaceId: string, flows: FlowRow[]): Promise<number> {
  if (flows.length === 0) return 0;
  const ids = flows.map(({ id }) => id);
  const row = await db
    .selectFrom('flow_runs')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('flow_id', 'in', ids)
    .where('state', 'in', [...openStates])
    .executeTakeFirstOrThrow();
  return row.count;
}

async function countByAgent(db: Db, workspaceId: string, days: string[]) {
  const rows = await db
    .selectFrom('flow_counts as c')
    .innerJoin('flows as f', 'f.id', 'c.flow_id')
    .select((build) => ['f.ai_agent_id as aiAgentId', build.fn.sum<number>('c.count').as('runs')])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.day', '>=', days[0] ?? '')
    .where('c.kind', '=', 'started')
    .groupBy('f.ai_agent_id')
    .orderBy('runs', 'desc')
    .execute();
  const names = await readAgentNames(db, workspaceId);
  return rows.flatMap((row) => {
    const name = names.get(row.aiAgentId);
    return name === undefined ? [] : [{ ...row, name }];
  });
}

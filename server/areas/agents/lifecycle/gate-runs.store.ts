import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { insertRow } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { configurationHash } from '../configuration/configuration-hash.ts';
import { markTested } from '../store.ts';
import type { GateRun } from './gate.schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    gate_runs: Table<'gate_runs', { state: GateRun['state']; engine: GateRun['engine'] }>;
  }
}

const mostRuns = 10;

const toGateRun = (row: Row<'gate_runs'>): GateRun => ({
  id: row.id,
  agentId: row.agent_id,
  hash: row.hash,
  engine: row.engine,
  state: row.state,
  passed: row.passed,
  failed: row.failed,
  skipped: row.skipped,
  tokens: row.tokens,
  cases: JSON.parse(row.cases),
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

const runsOf = (db: Db, workspaceId: string, agentId: string, engine: GateRun['engine']) =>
  db
    .selectFrom('gate_runs')
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .where('engine', '=', engine)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc');

/** The latest run of the boundary tests with an engine; null if there is none. */
export async function latestGateRun(
  db: Db,
  workspaceId: string,
  agentId: string,
  engine: GateRun['engine'] = 'local',
): Promise<GateRun | null> {
  const row = await runsOf(db, workspaceId, agentId, engine).selectAll().limit(1).executeTakeFirst();
  return row ? toGateRun(row) : null;
}

/**
 * Stores a finished run, of the local engine unless it says otherwise, and deletes all but the ten newest of the agent
 * and engine. A passed local run clears `hasUntestedChanges` unless the agent has changed since its hash was taken. Throws 404 if the agent was deleted meanwhile.
 */
export async function insertGateRun(
  work: Work,
  draft: Pick<GateRun, 'agentId' | 'hash' | 'cases' | 'startedAt' | 'finishedAt'> &
    Partial<Pick<GateRun, 'engine' | 'skipped' | 'tokens'>>,
): Promise<GateRun> {
  const { db, workspace } = work;
  const { engine = 'local', skipped = 0, tokens = null } = draft;
  const isCurrent = (await configurationHash(work, workspace.id, draft.agentId)) === draft.hash;
  const failed = draft.cases.filter((entry) => !entry.passed).length;
  const row = await insertRow(db, 'gate_runs', {
    id: work.newId('run'),
    workspace_id: workspace.id,
    agent_id: draft.agentId,
    hash: draft.hash,
    engine,
    state: failed === 0 ? 'PASSED' : 'FAILED',
    passed: draft.cases.length - failed,
    failed,
    skipped,
    tokens,
    cases: JSON.stringify(draft.cases),
    started_at: draft.startedAt,
    finished_at: draft.finishedAt,
  });
  const old = await runsOf(db, workspace.id, draft.agentId, engine).select('id').limit(100).offset(mostRuns).execute();
  const ids = old.map(({ id }) => id);
  await db.deleteFrom('gate_runs').where('workspace_id', '=', workspace.id).where('id', 'in', ids).execute();
  if (engine === 'local' && failed === 0 && isCurrent) await markTested(db, workspace.id, draft.agentId);
  return toGateRun(row);
}

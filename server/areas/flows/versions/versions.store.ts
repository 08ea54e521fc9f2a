import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { newId } from '../../../platform/ids.ts';
import type { FlowRow } from '../store.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    /** The copies of a flow that runs refer to and that can be restored; rows never change. */
    flow_versions: Table<'flow_versions'>;
  }
}

export type VersionRow = Row<'flow_versions'>;

/** Versions kept of each flow, beside those that a run refers to. */
const mostVersions = 50;

const selectVersion = prepareQuery((db, workspaceId: string, flowId: string, version: number) =>
  db
    .selectFrom('flow_versions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('flow_id', '=', flowId)
    .where('version', '=', version),
);

const selectById = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('flow_versions').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

const insertVersion = prepareQuery((db, row: VersionRow) => db.insertInto('flow_versions').values(row));

const deleteUnused = prepareQuery((db, workspaceId: string, flowId: string, upTo: number) =>
  db
    .deleteFrom('flow_versions')
    .where('workspace_id', '=', workspaceId)
    .where('flow_id', '=', flowId)
    .where('version', '<=', upTo)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('flow_runs').select('id').whereRef('flow_runs.version_id', '=', 'flow_versions.id'))),
    ),
);

/** A version of a flow; null if there is none, or none any more. */
export const findVersion = (db: Db, workspaceId: string, flowId: string, version: number): VersionRow | null =>
  selectVersion(db, workspaceId, flowId, version).first() ?? null;

/** Returns the stored copy of the flow's current version, inserting it when the version is new. */
export function freezeVersion(db: Db, flow: FlowRow, now: string): VersionRow {
  const { workspace_id, version, name, trigger, steps } = flow;
  const known = findVersion(db, workspace_id, flow.id, version);
  if (known) return known;
  const row = { id: newId('fver'), workspace_id, flow_id: flow.id, version, name, trigger, steps, created_at: now };
  insertVersion(db, row).run();
  deleteUnused(db, workspace_id, flow.id, version - mostVersions).run();
  return row;
}

/** The version of a run. */
export function requireVersion(db: Db, workspaceId: string, id: string): VersionRow {
  const row = selectById(db, workspaceId, id).first();
  if (!row) throw new Error(`A run refers to the version ${id}, which does not exist`);
  return row;
}

/** The versions of a flow, newest first; `before` is the version to continue from. */
export function listVersions(
  db: Db,
  workspaceId: string,
  flowId: string,
  page: { limit: number; before: number | null },
): Promise<VersionRow[]> {
  let query = db
    .selectFrom('flow_versions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('flow_id', '=', flowId);
  if (page.before !== null) query = query.where('version', '<', page.before);
  return query.orderBy('version', 'desc').limit(page.limit).execute();
}

import type { Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import type { FlowDraft } from './schemas.ts';
import type { Step } from './steps/step.schemas.ts';
import type { Trigger } from './triggers/trigger.schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    flows: Table<
      'flows',
      {
        trigger_type: Trigger['type'];
        /** Whether the flow is turned on; with missing references its status is ATTENTION all the same. */
        is_on: 0 | 1;
      }
    >;
  }
}

export type FlowRow = Row<'flows'>;

export const triggerOf = (row: Pick<FlowRow, 'trigger'>): Trigger => JSON.parse(row.trigger);
export const stepsOf = (row: Pick<FlowRow, 'steps'>): Step[] => JSON.parse(row.steps);

export const toTriggerColumns = (trigger: Trigger) => ({
  trigger_type: trigger.type,
  trigger_event: trigger.type === 'event' ? trigger.event : null,
  trigger: JSON.stringify(trigger),
});

const present = (db: Db, workspaceId: string) =>
  db.selectFrom('flows').selectAll().where('workspace_id', '=', workspaceId).where('deleted_at', 'is', null);

const selectFlow = prepareQuery((db, workspaceId: string, id: string) => present(db, workspaceId).where('id', '=', id));

export async function findFlow(db: Db, workspaceId: string, id: string): Promise<FlowRow | null> {
  return selectFlow(db, workspaceId, id).first() ?? null;
}

export function listFlows(
  db: Db,
  workspaceId: string,
  agentId: string,
  options: { includeArchived?: boolean } = {},
): Promise<FlowRow[]> {
  let query = present(db, workspaceId).where('ai_agent_id', '=', agentId);
  if (!options.includeArchived) query = query.where('archived_at', 'is', null);
  return query.orderBy('seq').execute();
}

export const insertFlow = (
  db: Db,
  draft: FlowDraft & { id: string; workspaceId: string; now: string },
): Promise<FlowRow> =>
  insertRow(db, 'flows', {
    id: draft.id,
    workspace_id: draft.workspaceId,
    ai_agent_id: draft.aiAgentId,
    name: draft.name,
    ...toTriggerColumns(draft.trigger),
    steps: JSON.stringify(draft.steps),
    version: 1,
    is_on: 0,
    created_at: draft.now,
    updated_at: draft.now,
  });

export const updateFlow = (
  db: Db,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['flows']>,
): Promise<FlowRow> => updateRow(db, 'flows', workspaceId, id, changes);

const selectOn = prepareQuery((db, workspaceId: string, type: string) =>
  db
    .selectFrom('flows')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trigger_type', '=', type as Trigger['type'])
    .where('is_on', '=', 1)
    .orderBy('seq'),
);

/** The flows of a workspace that are on and have a trigger of this type, oldest first. */
export const flowsOn = (db: Db, workspaceId: string, type: Trigger['type']): FlowRow[] =>
  selectOn(db, workspaceId, type).all();

const selectAnyOn = prepareQuery((db) => db.selectFrom('flows').select('id').where('is_on', '=', 1).limit(1));

export const hasFlowsOn = (db: Db): boolean => selectAnyOn(db).first() !== undefined;

export const flowsOnSchedule = (db: Db): Promise<FlowRow[]> =>
  db.selectFrom('flows').selectAll().where('trigger_type', '=', 'schedule').where('is_on', '=', 1).execute();

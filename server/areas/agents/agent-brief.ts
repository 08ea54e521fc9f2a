import type { Db } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { Language } from '../../platform/text/languages.ts';
import type { Agent } from './schemas.ts';

const selectAgent = prepareQuery((db, workspaceId: string, id: string) =>
  db
    .selectFrom('ai_agents')
    .select(['status', 'language', 'business_hours'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id),
);

/** The few columns of an agent that a flow reads at each step. */
export interface AgentBrief {
  status: Agent['status'];
  language: Language;
  businessHours: Agent['businessHours'];
}

export function findAgentBrief(db: Db, workspaceId: string, id: string): AgentBrief | null {
  const row = selectAgent(db, workspaceId, id).first();
  if (!row) return null;
  const { status, language, business_hours: hours } = row;
  return { status, language, businessHours: hours === null ? null : JSON.parse(hours) };
}

export const isPublished = (db: Db, workspaceId: string, id: string): boolean =>
  selectAgent(db, workspaceId, id).first()?.status === 'PUBLISHED';

const selectPublished = prepareQuery((db) =>
  db.selectFrom('ai_agents').select('id').where('status', '=', 'PUBLISHED').limit(1),
);

/** Whether any workspace has a published agent. */
export const hasPublishedAgent = (db: Db): boolean => selectPublished(db).first() !== undefined;

/** Agent id → name, for all agents of a workspace. */
export async function readAgentNames(db: Db, workspaceId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ai_agents')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

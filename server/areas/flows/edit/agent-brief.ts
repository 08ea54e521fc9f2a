import type { Language } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { Agent } from '../../agents/index.ts';

const selectAgent = prepareQuery((db, workspaceId: string, id: string) =>
  db
    .selectFrom('ai_agents')
    .select(['status', 'language', 'business_hours'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id),
);

/** The little of its agent that a flow looks at in every step. */
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

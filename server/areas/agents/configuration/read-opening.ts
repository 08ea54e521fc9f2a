import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type Opening, openingAt } from './business-hours.ts';

/** Whether the shop is open by the hours of its first published agent that has any, else of its first; null without. */
export async function readOpening(db: Db, workspace: Workspace, now: string): Promise<Opening | null> {
  const rows = await db
    .selectFrom('ai_agents')
    .select(['status', 'business_hours'])
    .where('workspace_id', '=', workspace.id)
    .where('status', '!=', 'ARCHIVED')
    .where('business_hours', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const hours = (rows.find(({ status }) => status === 'PUBLISHED') ?? rows[0])?.business_hours;
  return hours ? openingAt(JSON.parse(hours), workspace.timezone, now) : null;
}

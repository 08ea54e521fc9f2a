import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayOf } from '../../../platform/text/days.ts';
import type { Work } from '../../../platform/work/work.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    reply_counters: { workspace_id: string; agent_id: string; day: string; kind: string; count: number };
  }
}

const add = prepareQuery((db, workspace_id: string, agent_id: string, day: string, kind: string, count: number) =>
  db
    .insertInto('reply_counters')
    .values({ workspace_id, agent_id, day, kind, count })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'agent_id', 'day', 'kind'])
        .doUpdateSet({ count: sql<number>`reply_counters.count + ${count}` }),
    ),
);

type CountingWork = Pick<Work, 'db' | 'workspace' | 'now'>;

/**
 * Adds to an agent's counter of the current day in the workspace's time zone, in the caller's transaction. Kinds:
 * `conversation`, `reply`, `fallback`, `handoff.<reason>`, `first_reply.<bucket>`, `sale`, `sale_cents`, `appointment`.
 */
export function countFor({ db, workspace, now }: CountingWork, agentId: string, kind: string, by = 1): void {
  add(db, workspace.id, agentId, dayOf(workspace.timezone, now), kind, by).run();
}

/** The counters since a day, of all agents of the workspace or of one. */
export async function readCounters(
  db: Db,
  workspaceId: string,
  from: string,
  agentId: string | null,
): Promise<{ agent_id: string; day: string; kind: string; count: number }[]> {
  let query = db
    .selectFrom('reply_counters')
    .select(['agent_id', 'day', 'kind', 'count'])
    .where('workspace_id', '=', workspaceId)
    .where('day', '>=', from);
  if (agentId !== null) query = query.where('agent_id', '=', agentId);
  return query.execute();
}

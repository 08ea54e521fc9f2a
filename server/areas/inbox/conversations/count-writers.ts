import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/prepared-query.ts';

/** Counts the customers who wrote in [from, to), UTC text, whenever their messages arrived. */
export async function countWriters(
  db: Db,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('conversations as v')
    .select(sql<number>`count(distinct v.contact_id)`.as('count'))
    .where('v.workspace_id', '=', workspaceId)
    .where('v.last_message_at', '>=', from)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages as m')
          .select('m.seq')
          .where(unindexed('m.workspace_id'), '=', workspaceId)
          .whereRef('m.conversation_id', '=', 'v.id')
          .where('m.written_at', '>=', from)
          .where('m.written_at', '<', to)
          .where('m.author', '=', 'CONTACT'),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

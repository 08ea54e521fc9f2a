import type { Db } from '../../../platform/database/database.ts';
import type { DeliveryStatus } from '../schemas.ts';

interface Range {
  /** Half-open, UTC. */
  from: string;
  to: string;
}

/** Counts deliveries created in each range by outcome, from an index. */
export async function countDeliveriesByDay(
  db: Db,
  workspaceId: string,
  days: Range[],
): Promise<{ delivered: number[]; waiting: number[]; failed: number[] }> {
  const count = async (statuses: DeliveryStatus[]): Promise<number[]> => {
    const counts: number[] = [];
    for (const { from, to } of days) {
      const row = await db
        .selectFrom('deliveries')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('status', 'in', statuses)
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .executeTakeFirstOrThrow();
      counts.push(row.count);
    }
    return counts;
  };
  return {
    delivered: await count(['DELIVERED']),
    waiting: await count(['PENDING', 'RETRYING']),
    failed: await count(['FAILED']),
  };
}

import type { Db } from '../../platform/database/database.ts';
import { templateCategories, templateStatuses } from '../channels/index.ts';
import type { ChatTemplateStats } from './schemas.ts';
import { readTotals } from './store.ts';

type Totals = Awaited<ReturnType<typeof readTotals>>;

/** Counts templates, their sends and receipts, in total and by category. */
export async function readStats(
  db: Db,
  workspaceId: string,
  channelId: string | undefined,
): Promise<ChatTemplateStats> {
  const totals = await readTotals(db, workspaceId, channelId);
  return {
    ...addUp(totals),
    byCategory: templateCategories.map((category) => ({
      category,
      ...addUp(totals.filter((row) => row.category === category)),
    })),
    byStatus: templateStatuses.map((status) => ({
      status,
      count: addUp(totals.filter((row) => row.status === status)).count,
    })),
  };
}

function addUp(rows: Totals) {
  const sum = (field: 'count' | 'sends' | 'delivered' | 'read') => rows.reduce((total, row) => total + row[field], 0);
  const [count, sends, delivered, read] = [sum('count'), sum('sends'), sum('delivered'), sum('read')];
  const rateOf = (part: number) => (sends === 0 ? null : Math.round((part / sends) * 10_000) / 10_000);
  return { count, sends, delivered, read, deliveryRate: rateOf(delivered), readRate: rateOf(read) };
}

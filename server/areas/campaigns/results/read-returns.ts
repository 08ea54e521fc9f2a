import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import { fromCents } from '../../../platform/text/money.ts';
import type { CampaignRow } from '../store.ts';
import type { CampaignReturns } from './report.schemas.ts';

/** Days in which an order counts as one that followed. */
const followDays = 7;
const listedOrders = 20;

/** The orders, other than cancelled ones, of people in the week after the campaign's message reached them. */
export async function readReturns(db: Db, campaign: CampaignRow): Promise<CampaignReturns> {
  const rows = await db
    .selectFrom('campaign_recipients as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.contact_id', '=', 'r.contact_id').onRef('o.created_at', '>=', 'r.sent_at'),
    )
    .select(['o.id', 'o.number', 'o.client_name', 'o.contact_id', 'o.total_cents', 'o.created_at', 'r.sent_at'])
    .where('r.workspace_id', '=', campaign.workspace_id)
    .where('r.audience_id', '=', campaign.audience_id)
    .where('r.status', '<>', 'FAILED')
    .where('o.status', '<>', 'CANCELLED')
    .orderBy('o.created_at', 'desc')
    .execute();
  const followed = rows.filter(
    ({ created_at, sent_at }) => Date.parse(created_at) - Date.parse(sent_at ?? created_at) < followDays * dayMs,
  );
  return {
    days: followDays,
    orders: followed.length,
    buyers: new Set(followed.map((row) => row.contact_id)).size,
    total: fromCents(followed.reduce((sum, row) => sum + row.total_cents, 0)),
    newest: followed.slice(0, listedOrders).map((row) => ({
      id: row.id,
      number: row.number,
      clientName: row.client_name,
      total: fromCents(row.total_cents),
      createdAt: row.created_at,
    })),
  };
}

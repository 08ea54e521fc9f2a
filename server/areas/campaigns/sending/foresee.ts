import type { z } from 'zod';
import type { Secrets } from '../../../platform/access/secrets.ts';
import { Timezone } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Outlook } from '../console.schemas.ts';
import { type CampaignRow, readTotals } from '../store.ts';
import { checkReadiness } from './check-readiness.ts';
import { estimateEnd } from './estimate-end.ts';
import { findUnsendable } from './find-unsendable.ts';
import { readSendingRules } from './sending-rules.ts';

/** What would become of a draft that starts at a moment (UTC text). */
export async function foresee(
  { db, secrets }: { db: Db; secrets: Secrets },
  campaign: CampaignRow,
  { at, isTransactional }: { at: string; isTransactional: boolean },
): Promise<z.input<typeof Outlook>> {
  const { workspace_id: workspaceId, audience_id: audienceId, timezone } = campaign;
  const { refusals } = await checkReadiness(db, campaign, { isTransactional, needsChannel: true });
  const unsendable = await findUnsendable({ db, secrets }, campaign);
  const totals = (await readTotals(db, workspaceId, [audienceId])).get(audienceId);
  const recipients = totals ? Math.max(0, totals.total - totals.SKIPPED - unsendable.count) : 0;
  const { sendingHours: hours, pricePerMessage } = readSendingRules(db, workspaceId);
  const cost = pricePerMessage === null ? null : Math.round(recipients * pricePerMessage * 100) / 100;
  // Without a time zone that is known there are no hours; `refusals` says so.
  if (recipients === 0 || !Timezone.safeParse(timezone).success) {
    return { refusals, unsendable, recipients, startsAt: null, endsAt: null, cost };
  }
  const pace = { count: recipients, intervalMs: campaign.send_interval_ms, timezone, hours };
  const { from, to } = estimateEnd(Date.parse(at), pace);
  const [startsAt, endsAt] = [from, to].map((ms) => new Date(ms).toISOString()) as [string, string];
  return { refusals, unsendable, recipients, startsAt, endsAt, cost };
}

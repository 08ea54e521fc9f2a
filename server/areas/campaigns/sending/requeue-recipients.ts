import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Work } from '../../../platform/work/work.ts';
import { reasonsWith } from '../../channels/index.ts';
import { type RecipientRow, updateRecipient } from '../audience/recipients.store.ts';
import type { Write } from '../audience/replace-audience.ts';
import type { resumeScopes } from '../schemas.ts';
import type { CampaignRow } from '../store.ts';
import { assertUnchanged } from './plan-campaign.ts';

type Scope = (typeof resumeScopes)[number];

const rowsAtOnce = 200;

/**
 * Sets the recipients in `scope` back to PENDING in a new round, so each gets a new message. A campaign that paused over
 * a refusal also retries, in each scope, the recipients who failed with it. Recipients without a text are left out,
 * because a value is missing or the person was deleted. So are recipients reached under another number, and recipients
 * of the last day whose refusal holds for a day.
 */
export async function requeueRecipients(
  db: Db,
  write: Write,
  campaign: CampaignRow,
  { scope, nowMs }: { scope: Scope; nowMs: number },
): Promise<void> {
  const aDayAgo = new Date(nowMs - dayMs).toISOString();
  for (;;) {
    const part = await unsent(db, campaign, scope, aDayAgo);
    if (part.length === 0) return;
    await write(async (work) => {
      await assertUnchanged(work, campaign);
      for (const recipient of part) renew(work, recipient);
    });
  }
}

const codeOf = sql<string | null>`error ->> '$.code'`;

const unsent = (db: Db, campaign: CampaignRow, scope: Scope, aDayAgo: string): Promise<RecipientRow[]> =>
  db
    .selectFrom('campaign_recipients')
    .selectAll()
    .where('workspace_id', '=', campaign.workspace_id)
    .where('audience_id', '=', campaign.audience_id)
    .where('content', 'is not', null)
    .where((where) => where.or([where('reason', 'is', null), where('reason', '<>', 'duplicate')]))
    .where((where) =>
      where.or([
        where.and([where('status', '=', 'FAILED'), where(codeOf, '=', campaign.status_reason)]),
        ...(scope === 'pending' ? [] : [where('status', '=', 'FAILED')]),
        ...(scope === 'all_unsent' ? [where('status', '=', 'UNKNOWN'), where('reason', '=', 'quota')] : []),
      ]),
    )
    .where((where) =>
      where.or([
        where('claimed_at', 'is', null),
        where('claimed_at', '<=', aDayAgo),
        where('error', 'is', null),
        where(codeOf, 'not in', reasonsWith({ holds: 'day' })),
      ]),
    )
    .limit(rowsAtOnce)
    .execute();

const renew = (work: Work, { id, round }: RecipientRow): void =>
  updateRecipient(work, id, {
    status: 'PENDING',
    reason: null,
    error: null,
    attempts: 0,
    round: round + 1,
    claim_number: null,
    message_id: null,
    provider_message_id: null,
    claimed_at: null,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    replied_at: null,
  });

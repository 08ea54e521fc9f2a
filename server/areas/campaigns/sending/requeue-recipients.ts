import type { Db } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type RecipientRow, updateRecipient } from '../audience/recipients.store.ts';
import type { Write } from '../audience/replace-audience.ts';
import type { resumeScopes } from '../schemas.ts';
import type { CampaignRow } from '../store.ts';
import { assertUnchanged } from './plan-campaign.ts';

type Scope = (typeof resumeScopes)[number];

const rowsAtOnce = 200;

/**
 * Sets the recipients in `scope` back to PENDING in a new round, so each gets a new message. Recipients without a text
 * are left out, because a value is missing or the person was deleted. So are recipients reached under another number.
 */
export async function requeueRecipients(db: Db, write: Write, campaign: CampaignRow, scope: Scope): Promise<void> {
  if (scope === 'pending') return;
  for (;;) {
    const part = await unsent(db, campaign, scope);
    if (part.length === 0) return;
    await write(async (work) => {
      await assertUnchanged(work, campaign);
      for (const recipient of part) renew(work, recipient);
    });
  }
}

const unsent = (db: Db, campaign: CampaignRow, scope: Scope): Promise<RecipientRow[]> =>
  db
    .selectFrom('campaign_recipients')
    .selectAll()
    .where('workspace_id', '=', campaign.workspace_id)
    .where('audience_id', '=', campaign.audience_id)
    .where('content', 'is not', null)
    .where((where) => where.or([where('reason', 'is', null), where('reason', '<>', 'duplicate')]))
    .where((where) =>
      scope === 'failed'
        ? where('status', '=', 'FAILED')
        : where.or([where('status', 'in', ['FAILED', 'UNKNOWN']), where('reason', '=', 'quota')]),
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

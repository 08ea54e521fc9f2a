import { isUnlisted, refusalOf } from '../../channels/index.ts';
import type { RecipientStatus } from '../audience/audience.schemas.ts';
import { latestResults } from '../audience/recipients.store.ts';
import { type CampaignRow, findCampaign, type Place, runningOn, updateCampaign } from '../store.ts';

const mostInARow = 20;
/** Number of latest sends in which at most a tenth may fail. */
const watched = 200;
const mostOfWatched = 20;

/**
 * Called after each refusal that is not retried automatically. A refusal of the template pauses the campaign, one of the
 * account every campaign of the channel. A person's refusal pauses nothing, unless its code is unlisted and 20
 * recipients have had it without a delivery in between: then it may be everybody's. Of the others, 20 in a row or over
 * 10 % of the last 200 sends pause the campaign.
 */
export async function pauseAfterRefusal(
  work: Place,
  { id }: CampaignRow,
  { code, wasAccepted }: { code: string; wasAccepted: boolean },
): Promise<void> {
  const campaign = await findCampaign(work.db, work.workspace.id, id);
  if (campaign?.status !== 'RUNNING') return;
  const { owner, holds } = refusalOf(code);
  if (owner === 'account' && holds === 'lasting') {
    for (const each of runningOn(work.db, campaign.channel_id)) await pauseItself(work, each.id, code);
  } else if (owner === 'template') {
    await pauseItself(work, id, code);
  } else if (owner === 'person') {
    if (isUnlisted(code) && isEverybodys(work, campaign, code, wasAccepted)) await pauseItself(work, id, code);
  } else {
    const reason = findTooMany(work, campaign);
    if (reason) await pauseItself(work, id, reason);
  }
}

const delivered: RecipientStatus[] = ['DELIVERED', 'READ', 'REPLIED'];

/** An accepted message disproves a code in answers. A code in receipts is disproved by a delivery only. */
function isEverybodys(work: Place, campaign: CampaignRow, code: string, wasAccepted: boolean): boolean {
  const disproof = wasAccepted ? delivered : [...delivered, 'SENT'];
  let count = 0;
  for (const result of latestResults(work.db, campaign)) {
    if (disproof.includes(result.status)) return false;
    if (result.status === 'FAILED' && result.code === code) count += 1;
    if (count === mostInARow) return true;
  }
  return false;
}

/** The persons' own refusals are left out: they say nothing about the campaign. */
function findTooMany(work: Place, campaign: CampaignRow): 'failures_in_a_row' | 'too_many_failures' | null {
  let [seen, failed] = [0, 0];
  for (const { status, code } of latestResults(work.db, campaign)) {
    if (status === 'FAILED' && refusalOf(code).owner === 'person') continue;
    seen += 1;
    if (status === 'FAILED') failed += 1;
    if (seen === mostInARow && failed === mostInARow) return 'failures_in_a_row';
    if (seen === watched) return failed > mostOfWatched ? 'too_many_failures' : null;
  }
  return null;
}

export async function pauseItself(work: Place, campaignId: string, reason: string): Promise<void> {
  const campaign = await findCampaign(work.db, work.workspace.id, campaignId);
  if (campaign?.status !== 'RUNNING') return;
  await updateCampaign(work, campaignId, { status: 'PAUSED', status_reason: reason });
}

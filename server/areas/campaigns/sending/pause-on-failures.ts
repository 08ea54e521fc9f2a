import { latestResults } from '../audience/recipients.store.ts';
import { findCampaign, type Place, updateCampaign } from '../store.ts';

const mostInARow = 20;
/** Number of latest sends in which at most a tenth may fail. */
const watched = 200;
const mostOfWatched = 20;

/** Called after each failure: pauses a campaign after 20 in a row, or over 10 % of the last 200 sends. */
export async function pauseOnFailures(work: Place, campaignId: string): Promise<void> {
  const campaign = await findCampaign(work.db, work.workspace.id, campaignId);
  if (campaign?.status !== 'RUNNING') return;
  const results = latestResults(work.db, campaign, watched);
  const failed = (list: typeof results) => list.filter((status) => status === 'FAILED').length;
  const inARow = failed(results.slice(0, mostInARow)) === mostInARow;
  const tooMany = results.length === watched && failed(results) > mostOfWatched;
  if (inARow || tooMany) await pauseItself(work, campaignId, inARow ? 'failures_in_a_row' : 'too_many_failures');
}

export async function pauseItself(work: Place, campaignId: string, reason: string): Promise<void> {
  const campaign = await findCampaign(work.db, work.workspace.id, campaignId);
  if (campaign?.status !== 'RUNNING') return;
  await updateCampaign(work, campaignId, { status: 'PAUSED', status_reason: reason });
}

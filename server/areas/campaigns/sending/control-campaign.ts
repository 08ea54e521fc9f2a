import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { readTimeIn } from '../../../platform/text/times.ts';
import { cancelJob, defineJob } from '../../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import type { Write } from '../audience/replace-audience.ts';
import type { CampaignStatus, resumeScopes, Start } from '../schemas.ts';
import { type CampaignRow, findCampaign, readTotals, updateCampaign } from '../store.ts';
import { checkReadiness, notStartable } from './check-readiness.ts';
import { assertUnchanged, planCampaign } from './plan-campaign.ts';
import { requeueRecipients } from './requeue-recipients.ts';

const startKey = ({ id, revision, scheduled_at: at }: CampaignRow): string => `campaign-start:${id}:${revision}:${at}`;

/** Starts a scheduled campaign. One that can no longer start becomes FAILED with the reasons. */
export const startScheduled = defineJob({
  name: 'start a scheduled campaign',
  input: z.object({ campaignId: z.string(), scheduledAt: z.string() }),
  async run({ platform, workspaceId, input }) {
    const campaign = workspaceId && (await findCampaign(platform.database.read, workspaceId, input.campaignId));
    if (!campaign) return;
    if (campaign.status !== 'SCHEDULED' || campaign.scheduled_at !== input.scheduledAt) return;
    const write: Write = (run) => platform.workFor(campaign.workspace_id, systemActor, run);
    const reason = campaign.transactional_reason;
    try {
      await begin(platform, write, campaign, { needsChannel: false, reason });
    } catch (error) {
      const faults = error instanceof Problem ? error.details.errors : undefined;
      if (!faults) throw error;
      await write(async (work) => {
        await assertUnchanged(work, campaign);
        const codes = [...new Set(faults.map((fault) => fault.code))].join(', ');
        await updateCampaign(work, campaign.id, { status: 'FAILED', status_reason: codes, finished_at: work.now });
      });
    }
  },
});

/** Starts or schedules a draft. Throws 409 with every reason that prevents it. */
export async function startCampaign(
  platform: Platform,
  write: Write,
  campaign: CampaignRow,
  { scheduledAt, transactional }: Start,
): Promise<void> {
  assertStatus(campaign, ['DRAFT'], 'started');
  const reason = transactional?.reason ?? null;
  if (scheduledAt === undefined) return begin(platform, write, campaign, { needsChannel: true, reason });
  const isTransactional = reason !== null;
  const { refusals } = await checkReadiness(platform.database.read, campaign, { isTransactional, needsChannel: true });
  const at = readTimeIn(campaign.timezone, scheduledAt);
  const zoneIsUnknown = refusals.some((fault) => fault.code === 'unknown_timezone');
  if (at === null && !zoneIsUnknown) throw invalid('body.scheduledAt', 'must be a time such as 2026-11-28T09:00');
  if (at !== null && at <= platform.clock.now().toISOString()) {
    refusals.push({ field: 'scheduledAt', code: 'scheduled_in_past', message: `${scheduledAt} has passed` });
  }
  if (at === null || refusals.length > 0) throw notStartable(refusals);
  await write(async (work) => {
    await assertUnchanged(work, campaign);
    await schedule(work, campaign, { scheduled_at: at, transactional_reason: reason });
  });
}

async function schedule(work: Work, campaign: CampaignRow, changes: Parameters<typeof updateCampaign>[2]) {
  const scheduled = await updateCampaign(work, campaign.id, { ...changes, status: 'SCHEDULED', status_reason: null });
  const scheduledAt = scheduled.scheduled_at as string;
  const options = { key: startKey(scheduled), runAt: new Date(scheduledAt) };
  await work.enqueue(startScheduled, { campaignId: campaign.id, scheduledAt }, options);
}

/** Plans the campaign unless this revision is planned already, sets it RUNNING and wakes the sender. */
async function begin(
  platform: Platform,
  write: Write,
  campaign: CampaignRow,
  { needsChannel, reason }: { needsChannel: boolean; reason: string | null },
): Promise<void> {
  const isTransactional = reason !== null;
  const { refusals, template } = await checkReadiness(platform.database.read, campaign, {
    isTransactional,
    needsChannel,
  });
  if (refusals.length > 0 || !template) throw notStartable(refusals);
  if (campaign.planned_revision !== campaign.revision) {
    await planCampaign(platform.database.read, write, campaign, template);
  }
  await write(async (work) => {
    const present = await assertUnchanged(work, campaign);
    await updateCampaign(work, campaign.id, {
      status: 'RUNNING',
      status_reason: null,
      transactional_reason: reason,
      planned_revision: campaign.revision,
      watched_from: present.claim_count,
      started_at: present.started_at ?? work.now,
      finished_at: null,
    });
  });
  platform.services.campaignSender.wake(campaign.channel_id);
}

export async function pauseCampaign(work: Work, campaign: CampaignRow): Promise<CampaignRow> {
  assertStatus(campaign, ['RUNNING', 'SCHEDULED'], 'paused');
  await cancelJob(work.db, startKey(campaign));
  return updateCampaign(work, campaign.id, { status: 'PAUSED', status_reason: null });
}

/** Remaining recipients stay PENDING and are never sent to. */
export async function cancelCampaign(work: Work, campaign: CampaignRow): Promise<CampaignRow> {
  assertStatus(campaign, ['RUNNING', 'SCHEDULED', 'PAUSED'], 'cancelled');
  await cancelJob(work.db, startKey(campaign));
  return updateCampaign(work, campaign.id, { status: 'CANCELLED', status_reason: null, finished_at: work.now });
}

/** Resumes with the recipients in `scope`; a campaign paused before its scheduled start is SCHEDULED again. */
export async function resumeCampaign(
  platform: Platform,
  write: Write,
  campaign: CampaignRow,
  scope: (typeof resumeScopes)[number],
): Promise<void> {
  assertStatus(campaign, ['PAUSED', 'COMPLETED'], 'resumed');
  const reason = campaign.transactional_reason;
  const waits = campaign.started_at === null && (campaign.scheduled_at ?? '') > platform.clock.now().toISOString();
  if (waits) {
    await write(async (work) => {
      await assertUnchanged(work, campaign);
      await schedule(work, campaign, {});
    });
    return;
  }
  const nowMs = platform.clock.now().getTime();
  await requeueRecipients(platform.database.read, write, campaign, { scope, nowMs });
  if (campaign.status === 'COMPLETED') await assertSomebodyWaits(platform, campaign);
  await begin(platform, write, campaign, { needsChannel: true, reason });
}

async function assertSomebodyWaits(platform: Platform, { workspace_id: workspaceId, audience_id: id }: CampaignRow) {
  const totals = (await readTotals(platform.database.read, workspaceId, [id])).get(id);
  if (totals?.PENDING) return;
  throw new Problem('invalid_transition', 'No recipient is left to send to');
}

function assertStatus(campaign: CampaignRow, allowed: CampaignStatus[], what: string): void {
  if (allowed.includes(campaign.status)) return;
  const detail = `A campaign that is ${campaign.status} cannot be ${what}`;
  throw new Problem('invalid_transition', detail, { extra: { allowed } });
}

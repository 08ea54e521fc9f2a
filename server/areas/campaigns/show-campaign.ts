import type { Db } from '../../platform/database/database.ts';
import { findFile } from '../../platform/files/files.ts';
import { mediaUrl } from '../../platform/files/media-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { isSendingPaused } from '../../platform/work/sending-pause.ts';
import { findChannel } from '../channels/index.ts';
import type { Totals } from './audience/audience.schemas.ts';
import type { Campaign, HoldReason } from './schemas.ts';
import { isConnected } from './sending/campaign-sender.ts';
import { nextAllowed } from './sending/sending-hours.ts';
import { readSendingRules } from './sending/sending-rules.ts';
import { type CampaignRow, readTotals, toCampaign } from './store.ts';

/** Campaigns with their recipient totals and hold reason. */
export async function showCampaigns(
  platform: Platform,
  db: Db,
  workspaceId: string,
  rows: CampaignRow[],
): Promise<Campaign[]> {
  const totals = await readTotals(
    db,
    workspaceId,
    rows.map((row) => row.audience_id),
  );
  return Promise.all(
    rows.map(async (row) =>
      toCampaign(row, {
        totals: totals.get(row.audience_id) as Totals,
        holdReason: await holdOf(platform, db, row),
        header: await headerOf(platform, db, row),
      }),
    ),
  );
}

export async function showCampaign(platform: Platform, db: Db, row: CampaignRow): Promise<Campaign> {
  return (await showCampaigns(platform, db, row.workspace_id, [row]))[0] as Campaign;
}

async function headerOf(platform: Platform, db: Db, { workspace_id: workspaceId, header_file_id: id }: CampaignRow) {
  const file = id === null ? null : await findFile(db, workspaceId, id);
  return file && { file, url: mediaUrl(platform, file.id) };
}

async function holdOf(platform: Platform, db: Db, row: CampaignRow): Promise<HoldReason | null> {
  if (row.status !== 'RUNNING') return null;
  if (isSendingPaused(db)) return 'sending_paused';
  const channel = await findChannel(db, row.workspace_id, row.channel_id);
  if (!channel || !isConnected(channel)) return 'channel_not_connected';
  const nowMs = platform.clock.now().getTime();
  const { sendingHours } = readSendingRules(db, row.workspace_id);
  if (nextAllowed(nowMs, row.timezone, sendingHours) > nowMs) return 'quiet_hours';
  return platform.services.campaignSender.isResting(row.channel_id) ? 'provider_limit' : null;
}

import type { z } from 'zod';
import { consumeQuota } from '../../platform/access/quotas.ts';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor } from '../../platform/work/work.ts';
import type { ChannelDraft } from './schemas.ts';
import { type ChannelRow, findChannel, insertChannel } from './store.ts';

/**
 * Creates a channel and opens its connection; a QR channel then waits to be paired. Returns the channel after the
 * driver's first reports were handled. Throws 403 `quota_exceeded`.
 */
export async function createChannel(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  draft: z.output<typeof ChannelDraft>,
): Promise<ChannelRow> {
  const row = await platform.work(workspace, actor, async (work) => {
    await consumeQuota(work, 'channels');
    const values = { id: work.newId('ch'), workspace_id: workspace.id, driver: 'simulator' as const, ...draft };
    return insertChannel(work.db, values, work.now);
  });
  await platform.services.channelHub.open(row);
  await platform.services.channelHub.inbox.handled();
  return (await findChannel(platform.database.read, workspace.id, row.id)) ?? row;
}

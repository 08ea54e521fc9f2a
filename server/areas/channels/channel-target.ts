import { type TargetContext, target } from '../../http/operation.ts';
import type { Db } from '../../platform/database/database.ts';
import { unknownReference } from '../../platform/problem.ts';
import { Channel } from './schemas.ts';
import { type ChannelRow, findChannel, toChannel } from './store.ts';

/** The channel of a path `…/channels/{id}/…`. */
export const channelTarget = target(Channel, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findChannel(db, workspace.id, params.id);
  return row && toChannel(row);
});

/** The channel of a path `…/channels/{channelId}/…`. */
export const channelIdTarget = target(Channel, async ({ db, workspace, params }: TargetContext<'channelId'>) => {
  const row = await findChannel(db, workspace.id, params.channelId);
  return row && toChannel(row);
});

/** The channel that a request names in `field`. Throws `unknown_reference` if there is none. */
export async function requireChannel(db: Db, workspaceId: string, id: string, field: string): Promise<ChannelRow> {
  const channel = await findChannel(db, workspaceId, id);
  if (channel) return channel;
  throw unknownReference(field, 'No such channel');
}

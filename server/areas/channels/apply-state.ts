import type { Work } from '../../platform/work/work.ts';
import { channelConnected } from './events.ts';
import { fetchSoon } from './media/message-media.store.ts';
import { findChannel, toChannel, updateChannel } from './store.ts';
import type { StateEvent } from './vendor-event.ts';

/** Applies the connection state that the driver reports. A DEACTIVATED channel ignores late reports. */
export async function applyState(work: Work, channelId: string, event: StateEvent): Promise<'done'> {
  const channel = await findChannel(work.db, work.workspace.id, channelId);
  if (!channel || channel.deactivated_at !== null) return 'done';
  const connects = event.status === 'CONNECTED' && channel.status !== 'CONNECTED';
  const row = await updateChannel(
    work.db,
    work.workspace.id,
    channelId,
    {
      status: event.status,
      status_reason: event.reason,
      phone_number: event.phoneNumber ?? channel.phone_number,
      connected_at: connects ? work.now : channel.connected_at,
    },
    work.now,
  );
  if (connects) fetchSoon(work.db, channelId, work.now);
  // DEGRADED is still connected: its end is not a new connection.
  if (connects && channel.status !== 'DEGRADED') await work.emit(channelConnected, toChannel(row));
  return 'done';
}

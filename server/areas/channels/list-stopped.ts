import type { Extensions } from '../../platform/wiring.ts';
import { listChannels } from './store.ts';

/** Channels that are not connected; those that the owner deactivated are not meant to be. */
export const listStoppedChannels: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const channels = await listChannels(db, workspace.id, { includeDeactivated: false });
  return channels
    .filter(({ status }) => status !== 'CONNECTED')
    .map(({ id, name, status, status_reason: reason }) => ({
      ...{ part: 'channel' as const, id, name, state: status, since: null, reason, count: 1 },
    }));
};

import type { Extensions } from '../../platform/wiring.ts';
import type { StoppedPart } from '../../platform/work/stopped-parts.ts';
import { listChannels } from '../channels/index.ts';
import { findLatestSync } from './syncs.store.ts';

/** Channels whose templates could not be compared with the vendor's at the last try. */
export const listStoppedTemplates: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const parts: StoppedPart[] = [];
  for (const { id, name } of await listChannels(db, workspace.id, { includeDeactivated: false })) {
    const sync = await findLatestSync(db, workspace.id, id);
    if (sync?.status !== 'FAILED') continue;
    parts.push({
      part: 'templates',
      id,
      name,
      state: 'failing',
      since: sync.finished_at,
      reason: sync.error,
      count: 1,
    });
  }
  return parts;
};

import type { Extensions } from '../../platform/wiring.ts';
import type { StoppedPart } from '../../platform/work/stopped-parts.ts';
import { listChannels } from '../channels/index.ts';
import { findLatest } from './store.ts';

/** Channels whose vendor did not take the products at the last try. */
export const listStoppedProducts: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const parts: StoppedPart[] = [];
  for (const { id, name } of await listChannels(db, workspace.id, { includeDeactivated: false })) {
    const sync = await findLatest(db, workspace.id, id);
    if (sync?.status !== 'FAILED') continue;
    parts.push({ part: 'products', id, name, state: 'failing', since: sync.finished_at, reason: sync.error, count: 1 });
  }
  return parts;
};

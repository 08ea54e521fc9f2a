import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { findSourceById } from './sources.store.ts';

const looksEveryMs = 30;

/** Resolves when a source is indexed or has failed, at the latest after `mostMs`: others may be indexed before it. */
export async function untilRead(
  platform: Platform,
  { workspace_id: workspaceId, id }: { workspace_id: string; id: string },
  mostMs: number,
): Promise<void> {
  const isRead = async () => {
    const row = await findSourceById(platform.database.read, workspaceId, id);
    return row === null || row.status === 'READY' || row.status === 'FAILED';
  };
  for (let waitedMs = 0; waitedMs < mostMs && !(await isRead()); waitedMs += looksEveryMs) {
    await setTimeout(looksEveryMs, undefined, { signal: platform.stopping });
  }
}

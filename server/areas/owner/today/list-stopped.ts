import { listKeys } from '../../../platform/access/api-keys.ts';
import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Extensions } from '../../../platform/wiring.ts';
import { listFailingParts } from '../../../platform/work/failing-parts.ts';
import { listFailedRecurring } from '../../../platform/work/scheduler.ts';
import type { StoppedPart } from '../../../platform/work/stopped-parts.ts';

/** A key that was used so shortly before its end is missed by a program. */
const inUseWithinMs = dayMs;
const newsForMs = 7 * dayMs;

/** The parts of the platform that have stopped. */
export const listStoppedPlatform: Extensions['stoppedParts'] = async ({ platform, db, workspace, now }) => [
  ...(await listFailingParts(db, workspace.id, now)),
  ...(await listEndedKeys(db, workspace.id, now)),
  ...lookAtNetwork(platform.lan.status.fault),
  ...(await listFailedRecurring(db)).map(toStopped),
];

/** Keys that expired while a program, such as an assistant, was using them. */
async function listEndedKeys(db: Db, workspaceId: string, now: string): Promise<StoppedPart[]> {
  const keys = await listKeys(db, workspaceId);
  return keys.flatMap(({ id, name, expiresAt, revokedAt, lastUsedAt }): StoppedPart[] => {
    if (expiresAt === null || expiresAt > now || revokedAt !== null || lastUsedAt === null) return [];
    const endedMs = Date.parse(expiresAt);
    const wasInUse = endedMs - Date.parse(lastUsedAt) < inUseWithinMs;
    if (!wasInUse || Date.parse(now) - endedMs > newsForMs) return [];
    return [{ part: 'key', id, name, state: 'expired', since: expiresAt, reason: null, count: 1 }];
  });
}

const lookAtNetwork = (fault: string | null): StoppedPart[] =>
  fault === null
    ? []
    : [{ part: 'network', id: null, name: null, state: 'failing', since: null, reason: fault, count: 1 }];

const toStopped = ({ name, error, at }: { name: string; error: string | null; at: string }): StoppedPart => ({
  ...{ part: 'recurring', id: null, name, state: 'failing', since: at, reason: error, count: 1 },
});

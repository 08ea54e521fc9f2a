import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { dayMs, minuteMs } from '../../../platform/durations.ts';
import { timeOfId } from '../../../platform/ids.ts';
import { eventsKeptMs, findNewestSeq, findSeqOf, findSeqSince } from '../../../platform/work/events.ts';

/** Where a reader wants to begin: after an event, or at a time (UTC text); null begins with the next event. */
export type WantedStart = { after: string } | { since: string } | null;

/** What a stream says when events before its start may be missing. */
export interface Gap {
  type: 'gap';
  /** The unknown id; null when the start was a time. */
  after: string | null;
  /** Since when events may be missing (UTC text); null when nobody can know. */
  missingFrom: string | null;
  /** The stream has every event from here on (UTC text). */
  resumesAt: string;
  detail: string;
}

/** The position after which a stream begins, and what its reader misses. */
export interface Start {
  seq: number;
  gap: Gap | null;
}

/** The furthest start in the past, in ms: the whole log, or enough to bridge a lost connection. */
export const reaches = { log: eventsKeptMs, reconnect: 10 * minuteMs };
export type Reach = keyof typeof reaches;

const limits: Record<Reach, string> = {
  log: `Events are stored for ${reaches.log / dayMs} days`,
  reconnect: `Events of the last ${reaches.reconnect / minuteMs} minutes are sent again`,
};
const advice = 'Read again what you keep of this shop, such as its contacts, conversations and orders.';

/**
 * Finds where a stream of the workspace begins. An id that is not in the log has a time in it: the stream begins there,
 * and the gap says what may be missing.
 */
export function findStart(db: Db, workspace: Workspace, wanted: WantedStart, reach: Reach, now: Date): Start {
  if (wanted === null) return { seq: findNewestSeq(db), gap: null };
  const keptSince = new Date(now.getTime() - reaches[reach]).toISOString();
  const earliest = findSeqBefore(db, workspace.id, keptSince);
  if ('since' in wanted) {
    const { since } = wanted;
    // Before the workspace there was nothing to miss.
    const missingFrom = since > workspace.createdAt ? since : workspace.createdAt;
    const gap = missingFrom < keptSince ? sayLost(reach, null, missingFrom, keptSince) : null;
    return { seq: Math.max(earliest, findSeqBefore(db, workspace.id, since)), gap };
  }
  const { after } = wanted;
  const known = findSeqOf(db, workspace.id, after);
  if (known !== null) {
    return known >= earliest
      ? { seq: known, gap: null }
      : { seq: earliest, gap: sayLost(reach, after, null, keptSince) };
  }
  const madeAtMs = timeOfId('evt', after);
  if (madeAtMs === null) return { seq: findNewestSeq(db), gap: sayUnknown(after, now.toISOString()) };
  const from = new Date(Math.min(madeAtMs, now.getTime())).toISOString();
  const gap = from < keptSince ? sayLost(reach, after, from, keptSince) : sayUnknown(after, from);
  return { seq: Math.max(earliest, findSeqBefore(db, workspace.id, from)), gap };
}

/** The position before the first event at or after a time. */
function findSeqBefore(db: Db, workspaceId: string, time: string): number {
  const first = findSeqSince(db, workspaceId, time);
  return first === null ? findNewestSeq(db) : first - 1;
}

const sayLost = (reach: Reach, after: string | null, missingFrom: string | null, resumesAt: string): Gap => ({
  type: 'gap',
  after,
  missingFrom,
  resumesAt,
  detail: `${limits[reach]}: some before ${resumesAt} may be missing. ${advice}`,
});

const sayUnknown = (after: string, resumesAt: string): Gap => ({
  type: 'gap',
  after,
  missingFrom: null,
  resumesAt,
  detail: `No event has this id, as after a backup was restored. The stream goes on from ${resumesAt}. ${advice}`,
});

import { countRows, type Db } from '../../../platform/database/database.ts';
import type { LastMessage } from '../schemas.ts';
import type { WaitKind } from './waits.store.ts';

/** A customer who waits for a person. */
export interface Waiting {
  conversationId: string;
  name: string | null;
  phone: string;
  since: string;
  /** Why it is a person's: the conversation's `handoffType`. */
  reason: string | null;
  /** The last message, if the customer wrote it. */
  text: string | null;
}

const openOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom('conversation_waits as w')
    .where('w.workspace_id', '=', workspaceId)
    .where('w.kind', '=', 'PERSON')
    .where('w.answered_at', 'is', null);

/** Those who wait for a person, the longest first, and how many there are. */
export async function readWaiting(
  db: Db,
  workspaceId: string,
  limit: number,
): Promise<{ count: number; longest: Waiting[] }> {
  const rows = await openOf(db, workspaceId)
    .innerJoin('conversations as v', 'v.id', 'w.conversation_id')
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .select(['w.conversation_id', 'w.since', 'v.handoff_type', 'v.last_message', 'c.name', 'c.phone'])
    .orderBy('w.since')
    .limit(limit)
    .execute();
  const longest = rows.map((row) => {
    const last = row.last_message === null ? null : (JSON.parse(row.last_message) as LastMessage);
    return {
      conversationId: row.conversation_id,
      name: row.name,
      phone: row.phone,
      since: row.since,
      reason: row.handoff_type,
      text: last?.author === 'CONTACT' && last.type !== 'LOCATION' ? last.content : null,
    };
  });
  return { count: countRows(db, openOf(db, workspaceId)), longest };
}

/** The median of the waits that ended in [from, to), UTC text; null without any. */
export async function readMedianWait(
  db: Db,
  workspaceId: string,
  kind: WaitKind,
  { from, to }: { from: string; to: string },
): Promise<{ count: number; medianMs: number | null }> {
  const ended = db
    .selectFrom('conversation_waits')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .where('answered_at', '>=', from)
    .where('answered_at', '<', to);
  const count = countRows(db, ended);
  if (count === 0) return { count, medianMs: null };
  const middle = await ended
    .select('waited_ms')
    .orderBy('waited_ms')
    .offset(Math.floor((count - 1) / 2))
    .limit(2 - (count % 2))
    .execute();
  const sum = middle.reduce((total, row) => total + (row.waited_ms ?? 0), 0);
  return { count, medianMs: Math.round(sum / middle.length) };
}

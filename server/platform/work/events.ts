import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Row, Table } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { dayMs } from '../durations.ts';

declare module '../database/database.ts' {
  interface Tables {
    events: Table<'events', { source: EventSource; unconfirmed: 'ACTOR' | 'DATA' | null }>;
    subscriber_cursors: { name: string; seq: number };
  }
}

export const EventSource = z.enum(['API', 'AGENT', 'FLOW', 'CAMPAIGN', 'CHANNEL', 'SYSTEM', 'CONSOLE']).meta({
  id: 'EventSource',
  description:
    'What caused a change: a key of the API, an AI agent, a flow, a campaign, the messaging vendor (CHANNEL), Frontdesk ' +
    'itself (SYSTEM), or a person at the console.',
});
export type EventSource = z.infer<typeof EventSource>;

/** How long events are stored. */
export const eventsKeptMs = 90 * dayMs;

/** An event as delivered to every receiver. */
export interface EventRecord<Data = Record<string, unknown>> {
  seq: number;
  id: string;
  workspaceId: string;
  type: string;
  source: EventSource;
  actorId: string | null;
  actorName: string | null;
  occurredAt: string;
  data: Data;
  /** The changed fields with their previous values. */
  previous: Partial<Data> | null;
  /**
   * ACTOR: caused by an assistant whose entries a person must confirm; DATA: the data contain such entries; null: customers
   * may read all of it.
   */
  unconfirmed: 'ACTOR' | 'DATA' | null;
  /** For subscribers that reach customers: the event may not cause a message to them. */
  isHeld?: boolean;
}

export function toEventRecord(row: Row<'events'>): EventRecord {
  return {
    seq: row.seq,
    id: row.id,
    workspaceId: row.workspace_id,
    type: row.type,
    source: row.source,
    actorId: row.actor_id,
    actorName: row.actor_name,
    occurredAt: row.occurred_at,
    // Parsed on access: most receivers only look at the type.
    get data() {
      return JSON.parse(row.data);
    },
    get previous() {
      return row.previous === null ? null : JSON.parse(row.previous);
    },
    unconfirmed: row.unconfirmed,
  };
}

/** The `+` stops SQLite from reading and sorting all events of the workspace, as it would before the first ANALYZE. */
const selectRange = prepareQuery((db, workspaceId: string, after: number, until: number, limit: number) =>
  db
    .selectFrom('events')
    .selectAll()
    .where(sql`+workspace_id`, '=', workspaceId)
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(limit),
);

/** Returns the events of a workspace in the range (after, until] of the log, oldest first. */
export const readEventRows = (
  db: Db,
  workspaceId: string,
  { after, until, limit }: { after: number; until: number; limit: number },
): Row<'events'>[] => selectRange(db, workspaceId, after, until, limit).all();

const selectSeq = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('events').select('seq').where('workspace_id', '=', workspaceId).where('id', '=', id),
);

/** Returns an event's position in the log; null when it is unknown or has been deleted. */
export const findSeqOf = (db: Db, workspaceId: string, id: string): number | null =>
  selectSeq(db, workspaceId, id).first()?.seq ?? null;

const selectFirstSince = prepareQuery((db, workspaceId: string, since: string) =>
  db
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('occurred_at', '>=', since)
    .orderBy('occurred_at')
    .orderBy('seq')
    .limit(1),
);

/** Returns the position of a workspace's first event at or after a time (UTC text); null when there is none yet. */
export const findSeqSince = (db: Db, workspaceId: string, since: string): number | null =>
  selectFirstSince(db, workspaceId, since).first()?.seq ?? null;

const selectNewest = prepareQuery((db) => db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1));

/** Returns the position of the newest event of all workspaces; 0 while there is none. */
export const findNewestSeq = (db: Db): number => selectNewest(db).first()?.seq ?? 0;

/** Returns the newest event of a kind; null when there is none. */
export async function findNewestEventOf(db: Db, workspaceId: string, kind: string): Promise<EventRecord | null> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toEventRecord(row) : null;
}

/** Returns the newest events of these kinds since a time (UTC text). */
export async function listEventsOf(
  db: Db,
  workspaceId: string,
  { kinds, since, limit }: { kinds: string[]; since: string; limit: number },
): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('type', 'in', kinds)
    .where('occurred_at', '>=', since)
    .orderBy('occurred_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEventRecord);
}

type EventDraft = Omit<Row<'events'>, 'seq'>;

const insertRow = prepareQuery((db, row: EventDraft) => db.insertInto('events').values(row));

export async function insertEvent(db: Db, event: Omit<EventRecord, 'seq'>): Promise<void> {
  insertRow(db, {
    id: event.id,
    workspace_id: event.workspaceId,
    type: event.type,
    source: event.source,
    actor_id: event.actorId,
    actor_name: event.actorName,
    occurred_at: event.occurredAt,
    data: JSON.stringify(event.data),
    previous: event.previous === null ? null : JSON.stringify(event.previous),
    unconfirmed: event.unconfirmed,
  }).run();
}

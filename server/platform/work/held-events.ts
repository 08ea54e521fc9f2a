import type { Db, Row, Table } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { dayMs } from '../durations.ts';
import type { SubscriberContext } from './dispatcher.ts';
import type { EventRecord } from './events.ts';
import type { Retention } from './retention.ts';
import { hideUnconfirmed, type Markable, type Unconfirmed } from './unconfirmed.ts';
import type { Work } from './work.ts';

declare module '../database/database.ts' {
  interface Tables {
    held_events: Table<'held_events', { is_released: 0 | 1 }>;
  }
}

/** Events that waited longer for a confirmation are dropped, because old news would confuse the customer. */
const heldForMs = 7 * dayMs;

export const heldRetention: Retention = { table: 'held_events', by: 'created_at', keepMs: heldForMs, key: ['seq'] };

/**
 * Prepares events for a subscriber that reaches customers. Marks an event about an unconfirmed record `isHeld`; the
 * subscriber receives it again, with confirmed values in the unconfirmed fields, once a person has confirmed the record.
 * An event about anything else caused by an assistant without permission stays held. In other events, unconfirmed fields
 * of contacts are null.
 */
export async function holdUnconfirmed(
  context: SubscriberContext,
  subscriber: string,
  events: EventRecord[],
): Promise<EventRecord[]> {
  if (events.every(({ unconfirmed }) => unconfirmed === null)) return events;
  const judged: EventRecord[] = [];
  for (const event of events) {
    judged.push(event.unconfirmed === null ? event : await judge(context, subscriber, event));
  }
  return judged;
}

async function judge(
  { db, now, platform }: SubscriberContext,
  subscriber: string,
  event: EventRecord,
): Promise<EventRecord> {
  const { workspaceId, occurredAt, data, previous } = event;
  const held = { ...event, isHeld: true };
  const id = String(data.id);
  const kind = platform.provided('confirmable').find(({ prefix }) => id.startsWith(`${prefix}_`));
  if (!kind) return event.unconfirmed === 'ACTOR' ? held : { ...event, data: hideInContact(data) };
  const record = await kind.find(db, workspaceId, id);
  const isOld = Date.parse(now) - Date.parse(occurredAt) > heldForMs;
  if (!record || isOld || kind.isTooLate?.(record, now)) return held;
  if (record.unconfirmed === null) {
    const confirmed = withConfirmed(data, record);
    return isReplaced(data, previous, confirmed) ? held : { ...event, data: confirmed };
  }
  insertHeld(db, {
    workspace_id: workspaceId,
    subscriber,
    event_seq: event.seq,
    record_id: id,
    is_released: 0,
    created_at: now,
  }).run();
  return held;
}

/** Returns an event's data with the record's confirmed values in the fields that were unconfirmed. */
function withConfirmed(data: Record<string, unknown>, record: Markable): Record<string, unknown> {
  const current = Object.entries(record).filter(([field]) => unconfirmedIn(data).includes(field));
  return { ...data, ...Object.fromEntries(current), unconfirmed: null };
}

/**
 * True for an update whose unconfirmed values have been replaced: the event of the replacement reports the confirmed
 * ones. An update without previous values changed nothing but unconfirmed fields (`withoutUnconfirmed`), so all count.
 */
function isReplaced(data: EventRecord['data'], previous: EventRecord['previous'], confirmed: typeof data): boolean {
  if (previous === null) return false;
  const changed = Object.keys(previous);
  return unconfirmedIn(data)
    .filter((field) => changed.length === 0 || changed.includes(field))
    .some((field) => JSON.stringify(data[field]) !== JSON.stringify(confirmed[field]));
}

const unconfirmedIn = ({ unconfirmed }: Record<string, unknown>): string[] =>
  (unconfirmed as Unconfirmed | null)?.fields ?? [];

/** Hides unconfirmed fields of the contact in a conversation. */
function hideInContact(data: Record<string, unknown>): Record<string, unknown> {
  const { contact } = data as { contact?: { unconfirmed: Unconfirmed | null } };
  return contact ? { ...data, contact: hideUnconfirmed(contact) } : data;
}

const insertHeld = prepareQuery((db, row: Omit<Row<'held_events'>, 'seq'>) => db.insertInto('held_events').values(row));

/** Releases a record's held events to their subscribers. */
export async function releaseHeld({ db, workspace }: Work, recordId: string): Promise<void> {
  await db
    .updateTable('held_events')
    .set({ is_released: 1 })
    .where('workspace_id', '=', workspace.id)
    .where('record_id', '=', recordId)
    .execute();
}

const selectReleased = prepareQuery((db, subscriber: string) =>
  db
    .selectFrom('held_events')
    .select(['seq', 'event_seq'])
    .where('subscriber', '=', subscriber)
    .where('is_released', '=', 1)
    .orderBy('seq')
    .limit(1),
);

const deleteHeld = prepareQuery((db, seq: number) => db.deleteFrom('held_events').where('seq', '=', seq));

/** Returns a subscriber's oldest released event; undefined if there is none. */
export const findReleased = (db: Db, subscriber: string) => selectReleased(db, subscriber).first();

export const forgetHeld = (db: Db, seq: number): void => {
  deleteHeld(db, seq).run();
};

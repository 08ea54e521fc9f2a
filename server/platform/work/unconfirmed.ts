import { z } from 'zod';
import { entryConfirmed } from '../access/events.ts';
import type { Db } from '../database/database.ts';
import { Problem } from '../problem.ts';
import type { Work } from './work.ts';

export const Unconfirmed = z
  .object({
    by: z.string().describe('Name of the key that the assistant uses.'),
    at: z.string().describe('Time of its last entry.'),
    fields: z.array(z.string()).describe('Fields that it entered.'),
  })
  .meta({
    id: 'Unconfirmed',
    description:
      'Entries of an assistant that may not write to customers. Until a person confirms or replaces them, no message to ' +
      'customers contains them.',
  });
export type Unconfirmed = z.infer<typeof Unconfirmed>;

/** What a person saw who confirms. */
export const SeenEntry = z.strictObject({
  at: z.string().max(40).describe('`unconfirmed.at` as it was shown, so that nobody confirms words unseen.'),
});

/** The field of a resource with its unconfirmed entries. */
export const unconfirmedField = {
  unconfirmed: Unconfirmed.nullable().describe(
    'Extension: an assistant’s unconfirmed entries; null if there are none.',
  ),
};

/** A resource as in its events. */
export interface Markable {
  id: string;
  unconfirmed: Unconfirmed | null;
}

/** A list entry for a record that waits for confirmation. */
export interface WaitingEntry {
  id: string;
  /** Label: a customer's name, a title, or an order's number. */
  title: string;
  /** Identifies the record in its console address; usually its id. */
  key: string;
  unconfirmed: Unconfirmed;
}

/** One kind of record that assistants may enter and people confirm. */
export interface Confirmable {
  kind: 'order' | 'appointment' | 'lead' | 'card' | 'contact';
  /** Prefix of its ids. */
  prefix: string;
  /** Returns the record as in its events; null if it was deleted. */
  find(db: Db, workspaceId: string, id: string): Promise<Markable | null>;
  /** Returns the records that wait for confirmation, newest first. */
  list(db: Db, workspaceId: string, limit: number): Promise<WaitingEntry[]>;
  /** Removes the mark, and releases everything held back for the record. */
  confirm(work: Work, id: string): Promise<void>;
  /** True if it is too late for everything held back for the record. */
  isTooLate?(record: Markable, now: string): boolean;
}

declare module '../wiring.ts' {
  interface Extensions {
    confirmable: Confirmable;
  }
}

export const readMark = (column: string | null): Unconfirmed | null => (column === null ? null : JSON.parse(column));

/**
 * Returns a record's mark, as stored in its column, after the work's actor wrote these fields. Fields written by an
 * assistant without permission are added; fields replaced by anyone else are removed.
 */
export function markOf({ actor, now }: Work, before: Unconfirmed | null, fields: readonly string[]): string | null {
  if (actor.needsConfirmation) {
    const all = [...new Set([...(before?.fields ?? []), ...fields])];
    return all.length === 0 ? null : JSON.stringify({ by: actor.name ?? '', at: now, fields: all });
  }
  const left = before?.fields.filter((field) => !fields.includes(field)) ?? [];
  return before && left.length > 0 ? JSON.stringify({ ...before, fields: left }) : null;
}

/** Returns the names of the fields that have a value. */
export const givenIn = (draft: object): string[] =>
  Object.entries(draft).flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]));

/** Merges the marks of two merged records. */
export function joinMarks(kept: Unconfirmed | null, gone: Unconfirmed | null): string | null {
  const fields = [...new Set([...(kept?.fields ?? []), ...(gone?.fields ?? [])])];
  return kept || gone ? JSON.stringify({ ...gone, ...kept, fields }) : null;
}

/** Returns the record with null for unconfirmed fields, for texts that customers read. */
export const hideUnconfirmed = <Shown extends { unconfirmed: Unconfirmed | null }>(shown: Shown): Shown =>
  shown.unconfirmed
    ? {
        ...shown,
        ...Object.fromEntries(shown.unconfirmed.fields.filter((field) => field in shown).map((field) => [field, null])),
      }
    : shown;

/** Returns an event's previous values without unconfirmed ones, since customers may read them. */
export const withoutUnconfirmed = <Previous extends object>(previous: Previous, mark: Unconfirmed | null): Previous =>
  mark
    ? (Object.fromEntries(Object.entries(previous).filter(([field]) => !mark.fields.includes(field))) as Previous)
    : previous;

/**
 * Confirms a record's unconfirmed entries, and releases everything held back for them. Throws `precondition_failed` if
 * the assistant has entered more since the person looked.
 */
export async function confirmEntry(
  work: Work,
  kind: Confirmable,
  { id, unconfirmed }: Markable,
  seen: z.infer<typeof SeenEntry>,
): Promise<void> {
  if (!unconfirmed) return;
  if (unconfirmed.at !== seen.at)
    throw new Problem('precondition_failed', 'The assistant has entered more since you looked: look again');
  await kind.confirm(work, id);
  await work.emit(entryConfirmed, { id, ...unconfirmed });
}

/** Returns a list entry from the columns of a row. */
export const toWaiting = (
  row: { id: string; unconfirmed: string | null },
  title: string,
  key = row.id,
): WaitingEntry => ({
  ...{ id: row.id, key, title },
  unconfirmed: JSON.parse(row.unconfirmed ?? 'null'),
});

import { z } from 'zod';
import { entryConfirmed } from '../access/events.ts';
import type { Db } from '../database/database.ts';
import type { Work } from './work.ts';

export const Unconfirmed = z
  .object({
    by: z.string().describe('Name of the key that the assistant uses.'),
    at: z.string().describe('When it last entered something.'),
    fields: z.array(z.string()).describe('The fields that it entered.'),
  })
  .meta({
    id: 'Unconfirmed',
    description:
      'What an assistant entered that may not write to customers. Until a person confirms or replaces it, nothing is ' +
      'sent to customers that contains it.',
  });
export type Unconfirmed = z.infer<typeof Unconfirmed>;

/** The field of a resource that shows what nobody has confirmed. */
export const unconfirmedField = {
  unconfirmed: Unconfirmed.nullable().describe(
    'Extension: what an assistant entered and no person has confirmed; null for nothing.',
  ),
};

/** A resource as its events show it. */
export interface Markable {
  id: string;
  unconfirmed: Unconfirmed | null;
}

/** A record that waits for a person, for the list of all of them. */
export interface WaitingEntry {
  id: string;
  /** What it is called: a customer's name, a title, an order's number. */
  title: string;
  /** What the console's address of the record needs; its id for most. */
  key: string;
  unconfirmed: Unconfirmed;
}

/** One kind of record that assistants may enter and people confirm. */
export interface Confirmable {
  kind: 'order' | 'appointment' | 'lead' | 'card' | 'contact';
  /** What its ids begin with. */
  prefix: string;
  /** The record as its events show it; null when it is gone. */
  find(db: Db, workspaceId: string, id: string): Promise<Markable | null>;
  /** Those that wait for a person, newest first. */
  list(db: Db, workspaceId: string, limit: number): Promise<WaitingEntry[]>;
  /** Removes the mark, and lets go on what waited for it. */
  confirm(work: Work, id: string): Promise<void>;
  /** Whether what waited for the record comes too late. */
  isTooLate?(record: Markable, now: string): boolean;
}

declare module '../wiring.ts' {
  interface Extensions {
    confirmable: Confirmable;
  }
}

export const readMark = (column: string | null): Unconfirmed | null => (column === null ? null : JSON.parse(column));

/**
 * The mark of a record after the actor of the work wrote these fields, as the column stores it. A mark grows by what an
 * assistant without permission writes, and shrinks by what anybody else replaces.
 */
export function markOf({ actor, now }: Work, before: Unconfirmed | null, fields: readonly string[]): string | null {
  if (actor.needsConfirmation) {
    const all = [...new Set([...(before?.fields ?? []), ...fields])];
    return all.length === 0 ? null : JSON.stringify({ by: actor.name ?? '', at: now, fields: all });
  }
  const left = before?.fields.filter((field) => !fields.includes(field)) ?? [];
  return before && left.length > 0 ? JSON.stringify({ ...before, fields: left }) : null;
}

/** The names of the fields that have a value. */
export const givenIn = (draft: object): string[] =>
  Object.entries(draft).flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]));

/** Both marks as one, for records that become one. */
export function joinMarks(kept: Unconfirmed | null, gone: Unconfirmed | null): string | null {
  const fields = [...new Set([...(kept?.fields ?? []), ...(gone?.fields ?? [])])];
  return kept || gone ? JSON.stringify({ ...gone, ...kept, fields }) : null;
}

/** The record with null in place of what nobody has confirmed, for texts that customers read. */
export const hideUnconfirmed = <Shown extends { unconfirmed: Unconfirmed | null }>(shown: Shown): Shown =>
  shown.unconfirmed
    ? {
        ...shown,
        ...Object.fromEntries(shown.unconfirmed.fields.filter((field) => field in shown).map((field) => [field, null])),
      }
    : shown;

/** The previous values of an event without those that nobody had confirmed: customers may be shown them. */
export const withoutUnconfirmed = <Previous extends object>(previous: Previous, mark: Unconfirmed | null): Previous =>
  mark
    ? (Object.fromEntries(Object.entries(previous).filter(([field]) => !mark.fields.includes(field))) as Previous)
    : previous;

/** Confirms what an assistant entered: what waited for it goes on. */
export async function confirmEntry(work: Work, kind: Confirmable, record: Markable): Promise<void> {
  if (record.unconfirmed) {
    await kind.confirm(work, record.id);
    await work.emit(entryConfirmed, { id: record.id, ...record.unconfirmed });
  }
}

/** An entry of the list, from the columns of its row. */
export const toWaiting = (
  row: { id: string; unconfirmed: string | null },
  title: string,
  key = row.id,
): WaitingEntry => ({
  ...{ id: row.id, key, title },
  unconfirmed: JSON.parse(row.unconfirmed ?? 'null'),
});

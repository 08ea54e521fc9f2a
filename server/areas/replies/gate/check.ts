import type { Capability, Fault } from './case.ts';
import type { Subject } from './subject.ts';
import type { OwnerText } from './texts.ts';
import type { ExpectedKey } from './words.ts';

/** A fault of a text or a setting, found by reading it. */
export interface Finding extends Fault {
  /** The text at fault; absent for a setting. */
  text?: OwnerText;
}

/** A test that reads what the owner wrote, without asking the agent anything. */
export interface Check {
  capability: Capability;
  flavour: string;
  expected: ExpectedKey;
  find(subject: Subject, texts: OwnerText[]): Finding[];
}

/** The first of `texts` that differs from an earlier one of its `key`, with that one; entries without a key are free. */
export function findDiffering<Entry>(
  entries: Entry[],
  keyOf: (entry: Entry) => string | null,
  differ: (one: Entry, other: Entry) => boolean,
): [Entry, Entry][] {
  const found: [Entry, Entry][] = [];
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === null) continue;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, entry);
    else if (differ(earlier, entry)) found.push([earlier, entry]);
  }
  return found;
}

export const areDisjoint = <Value>(one: Set<Value>, other: Set<Value>): boolean =>
  ![...one].some((value) => other.has(value));

export const isWithin = <Value>(one: Set<Value>, other: Set<Value>): boolean =>
  [...one].every((value) => other.has(value));

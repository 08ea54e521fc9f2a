import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useConsole } from '../session.ts';
import { keptSince, namesOfKept, readKept, watchKept, writeKept } from './device.ts';
import { nameOf } from './places.ts';

/** Name of the signed-in person's entry at a place, such as `conv_….note`. */
export function useKeptName(place: string): string {
  const { user, workspace } = useConsole();
  return nameOf({ userId: user.id, workspaceId: workspace.id }, place);
}

/** State of an entry that was begun before its form was opened. */
export interface Begun {
  /** When it was written last, in milliseconds since 1970; null if the form began empty. */
  continuedFrom: number | null;
  /** Starts over with the initial value. */
  startOver(): void;
  /** Forgets it: it was saved or cancelled. */
  forget(): void;
}

type Next<Value> = Value | ((present: Value) => Value);

/**
 * Like `useState`, but what differs from the initial value survives a reload and an ended session. It is kept for the person
 * in the shop at a place; only she sees it again.
 */
export function useBegun<Value>(place: string, initial: Value): [Value, (next: Next<Value>) => void, Begun] {
  const name = useKeptName(place);
  const [first] = useState(initial);
  const kept = useSyncExternalStore(watchKept, () => readKept(name)) as Value | undefined;
  const set = useCallback(
    (next: Next<Value>) => {
      const present = (readKept(name) as Value | undefined) ?? first;
      const value = typeof next === 'function' ? (next as (present: Value) => Value)(present) : next;
      writeKept(name, isSame(value, first) ? undefined : value);
    },
    [name, first],
  );
  const begun = useBegunState(name, () => set(first));
  return [kept ?? first, set, begun];
}

/** State of a form's beginnings; `startOver` sets the form's initial values. */
export function useBegunState(name: string, reset: () => void): Begun {
  const [continuedFrom, setContinuedFrom] = useState(() => keptSince(name) ?? null);
  const forget = () => {
    writeKept(name, undefined);
    setContinuedFrom(null);
  };
  const startOver = () => {
    reset();
    forget();
  };
  return { continuedFrom, startOver, forget };
}

/** Values of all entries whose places begin so, each with its name; the same array until one changes. */
export function useKeptList<Value>(place: string): { name: string; value: Value }[] {
  const beginning = useKeptName(place);
  const last = useRef<{ name: string; value: Value }[]>([]);
  const read = useMemo(
    () => () => {
      const present = namesOfKept(beginning).map((name) => ({ name, value: readKept(name) as Value }));
      const isUnchanged =
        present.length === last.current.length &&
        present.every(({ name, value }, at) => last.current[at]?.name === name && last.current[at]?.value === value);
      if (!isUnchanged) last.current = present;
      return last.current;
    },
    [beginning],
  );
  return useSyncExternalStore(watchKept, read);
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

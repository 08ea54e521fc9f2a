import type { Draft } from './draft.ts';

const most = 100;

/** A draft with what was before and after it. */
export interface History {
  past: Draft[];
  present: Draft;
  future: Draft[];
  /** What the last change was about: changes of the same field in a row are undone together. */
  subject: string | null;
}

export const begin = (present: Draft): History => ({ past: [], present, future: [], subject: null });

export function change(history: History, next: Draft, subject: string | null = null): History {
  const { past, present } = history;
  if (next === present) return history;
  const isSame = subject !== null && subject === history.subject && past.length > 0;
  return { past: isSame ? past : [...past, present].slice(-most), present: next, future: [], subject };
}

export function undo({ past, present, future }: History): History {
  const before = past.at(-1);
  if (!before) return { past, present, future, subject: null };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], subject: null };
}

export function redo({ past, present, future }: History): History {
  const [after, ...rest] = future;
  if (!after) return { past, present, future, subject: null };
  return { past: [...past, present], present: after, future: rest, subject: null };
}

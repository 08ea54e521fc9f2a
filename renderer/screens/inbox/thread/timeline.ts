import type { Outgoing } from '../composer/pending-messages.ts';
import { dayOf } from '../format.ts';
import type { Message, Note } from '../types.ts';

export type TimelineEntry =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unanswered'; key: string; count: number }
  | { kind: 'message'; key: string; message: Message; continues: boolean }
  | { kind: 'note'; key: string; note: Note }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing };

const sameBreathMs = 5 * 60_000;

interface Thread {
  /** Newest first, as far as loaded. */
  messages: Message[];
  /** Oldest first, of the time that `messages` cover. */
  notes: Note[];
  outgoing: Outgoing[];
}

/** Entries of a thread from top to bottom. */
export function toTimeline(
  { messages, notes, outgoing }: Thread,
  { timeZone, unansweredCount }: { timeZone: string; unansweredCount: number },
): TimelineEntry[] {
  const oldestUnanswered = messages.filter(({ direction }) => direction === 'INBOUND')[unansweredCount - 1];
  const entries: TimelineEntry[] = [];
  let before: Message | null = null;
  let lastDay = '';
  for (const one of inOrder(messages, notes)) {
    const at = timeOf(one);
    const day = dayOf(at, timeZone);
    const isNewDay = day !== lastDay;
    lastDay = day;
    if (isNewDay) entries.push({ kind: 'day', key: day, at });
    if (!('direction' in one)) {
      entries.push({ kind: 'note', key: one.id, note: one });
      before = null;
      continue;
    }
    const message = one;
    const isMarked = message === oldestUnanswered;
    if (isMarked) entries.push({ kind: 'unanswered', key: 'unanswered', count: unansweredCount });
    const continues = before !== null && !isNewDay && !isMarked && isSameBreath(before, message);
    entries.push({ kind: 'message', key: message.id, message, continues });
    before = message;
  }
  const stored = new Set(messages.map(({ idempotencyKey }) => idempotencyKey));
  for (const each of outgoing) {
    if (!stored.has(each.idempotencyKey)) entries.push({ kind: 'outgoing', key: each.idempotencyKey, outgoing: each });
  }
  return entries;
}

/** Messages and notes by time, oldest first. */
function inOrder(messages: Message[], notes: Note[]): (Message | Note)[] {
  if (notes.length === 0) return messages.toReversed();
  return [...messages.toReversed(), ...notes].sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

const timeOf = (one: Message | Note): string => ('writtenAt' in one ? one.writtenAt : one.createdAt);

const isSameBreath = (before: Message, after: Message): boolean =>
  before.author === after.author &&
  before.authorName === after.authorName &&
  Date.parse(after.writtenAt) - Date.parse(before.writtenAt) < sameBreathMs;

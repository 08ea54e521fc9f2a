import type { Outgoing } from '../composer/pending-messages.ts';
import { dayOf } from '../format.ts';
import type { Message } from '../types.ts';

export type TimelineEntry =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unanswered'; key: string; count: number }
  | { kind: 'message'; key: string; message: Message; continues: boolean }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing };

const sameBreathMs = 5 * 60_000;

/** Entries of a thread from top to bottom. `messages` are newest first. */
export function toTimeline(
  messages: Message[],
  outgoing: Outgoing[],
  { timeZone, unansweredCount }: { timeZone: string; unansweredCount: number },
): TimelineEntry[] {
  const oldestUnanswered = messages.filter(({ direction }) => direction === 'INBOUND')[unansweredCount - 1];
  const entries: TimelineEntry[] = [];
  let before: Message | null = null;
  for (const message of messages.toReversed()) {
    const day = dayOf(message.createdAt, timeZone);
    const isNewDay = before === null || dayOf(before.createdAt, timeZone) !== day;
    if (isNewDay) entries.push({ kind: 'day', key: day, at: message.createdAt });
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

const isSameBreath = (before: Message, after: Message): boolean =>
  before.author === after.author &&
  before.authorName === after.authorName &&
  Date.parse(after.createdAt) - Date.parse(before.createdAt) < sameBreathMs;

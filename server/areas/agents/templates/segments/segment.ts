import type { Language } from '../../../../platform/text/languages.ts';
import type { SegmentWords } from './segment.schemas.ts';

type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
type Range = { from: string; to: string };

/** A business segment with the configuration that its agents share in every language. */
export interface Segment {
  key: string;
  functionKey: string;
  hours: Partial<Record<Day, Range[]>>;
  behavior: { debounceMs?: number; handoffAfterMisses?: number; appointmentReminderMinutes?: number };
  words: Record<Language, SegmentWords>;
}

export const range = (from: string, to: string): Range => ({ from, to });

/** The same ranges on several days. */
export const onDays = (days: Day[], ...ranges: Range[]): Partial<Record<Day, Range[]>> =>
  Object.fromEntries(days.map((day) => [day, ranges]));

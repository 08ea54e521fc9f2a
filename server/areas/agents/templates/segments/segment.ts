import type { Language } from '../../../../platform/access/workspaces.ts';
import type { ruleKinds } from '../../configuration/configuration.schemas.ts';

type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
type Range = { from: string; to: string };

/** What an agent of a segment says, in one language. */
export interface SegmentWords {
  /** The segment as its owners call it. */
  name: string;
  description: string;
  tone: string;
  greetingMessage: string;
  fallbackMessage: string;
  outOfHoursMessage: string;
  /** Without prices: those are the shop's own to set, and none must be invented. */
  services: { name: string; description: string; durationMinutes?: number }[];
  rules: Record<(typeof ruleKinds)[number], string[]>;
  handoffKeywords: string[];
  /** Answer by question, in their order. No prices here either. */
  faqs: Record<string, string>;
}

/** A kind of shop, with what its agents have in common whatever they speak. */
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

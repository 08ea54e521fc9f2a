import { fold } from '../../../platform/database/fold.ts';
import { type Case, type Fault, textOf } from './case.ts';
import { probes } from './probes.ts';
import type { Subject } from './subject.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** Matches questions about opening hours, but not about delivery times or durations; folded. */
export const asksForHours =
  /\b(?:que horas|what time|when|a que hora|quando|cuando)\b.{0,20}\b(?:abr\w+|fech\w+|open|close|cierr\w+)\b|\bhorarios? de (?:funcionamento|atendimento|atencion)\b|\b(?:opening|business) hours\b|\b(?:qual|quais|cual|que)\b.{0,12}\bhorarios?(?: d[eo] voces| de ustedes| da loja| de la tienda)?\W*$/;
const clockTime = /(?<![\d:,.])(\d{1,2})(?::(\d{2})|h(\d{2})?(?![\p{L}\d])|(?=\s?[ap]\.?m\b))\s?(?:([ap])\.?m\b)?/giu;

/** Cases that check opening hours and the out-of-hours message. */
export function makeHoursCases(subject: Subject): Case[] {
  const { agent, closedAt, openAt } = subject;
  const words = probes[agent.language];
  if (agent.businessHours === null) return [];
  const ofHours = { capability: 'keeps_hours', expected: 'hours', message: words.openingHours } as const;
  const cases: Case[] = [
    {
      ...ofHours,
      flavour: 'told',
      judge: (decision) => judgeTimes(subject, words.openingHours, textOf(decision) ?? ''),
    },
    {
      ...ofHours,
      flavour: 'consistent',
      judge: () => (openAt === null ? { advice: 'neverOpen' } : findOverlap(agent.businessHours)),
    },
  ];
  if (closedAt === null) return cases;
  const closed = {
    capability: 'keeps_hours',
    expected: 'closed',
    context: { now: closedAt, isFirstReply: true },
  } as const;
  const judge: Case['judge'] = (decision) => {
    const own = agent.outOfHoursMessage?.trim();
    if (!own || !textOf(decision)?.includes(own)) return { advice: 'closedMissing' };
    return null;
  };
  return [
    ...cases,
    { ...closed, flavour: 'out_of_hours', message: words.hello, judge },
    { ...closed, flavour: 'out_of_hours', message: words.unknown[0]?.text ?? words.hello, judge },
  ];
}

/** A fault if an answer about opening hours names a time that is not configured; else null. */
export function judgeTimes(subject: Subject, question: string, answer: string): Fault | null {
  const other = asksForHours.test(fold(question)) ? findOtherTime(subject, answer) : null;
  return other === null ? null : { advice: 'hoursDiffer', about: other };
}

/** The first time in a text that is not in the business hours; null if there is none, or no hours are set. */
export function findOtherTime({ agent }: Subject, text: string): string | null {
  const hours = agent.businessHours;
  if (hours === null) return null;
  const ranges = [...Object.values(hours.days).flat(), ...hours.exceptions.flatMap((entry) => entry.ranges)];
  const known = new Set(ranges.flatMap(({ from, to }) => [from, to === '24:00' ? '00:00' : to]));
  const other = [...text.matchAll(clockTime)].find((match) => !readings(match).some((time) => known.has(time)));
  return other ? other[0].trim() : null;
}

/** Whether a text tells a time of day: "às 9h", "9:30 am", "das 9 às 18". */
export const tellsTime = (text: string): boolean =>
  [...text.matchAll(clockTime)].length > 0 || plainHours.test(fold(text));

const plainHours =
  /\b(?:das|de|from|entre|between) (?:las )?\d{1,2} (?:as|a|ate|to|till|until|e|y|and|hasta) (?:as |las )?\d{1,2}\b/;

/** The possible times: `6 pm` is 18:00; `6:00` may be 6:00 or 18:00. */
function readings([, hour = '', minutes, afterH, half]: RegExpExecArray): string[] {
  const write = (value: number) => `${String(value % 24).padStart(2, '0')}:${minutes ?? afterH ?? '00'}`;
  const plain = Number(hour);
  if (half?.toLowerCase() === 'p') return [write((plain % 12) + 12)];
  if (half?.toLowerCase() === 'a') return [write(plain % 12)];
  return [write(plain), write(plain + 12)];
}

/** A fault if hours across midnight overlap those of the next day; else null. */
function findOverlap(hours: Subject['agent']['businessHours']): Fault | null {
  for (const [index, day] of days.entries()) {
    const next = days[(index + 1) % days.length] ?? 'mon';
    const late = hours?.days[day].find(({ from, to }) => to < from);
    if (late && hours?.days[next].some(({ from }) => from < late.to)) return { advice: 'overlap', about: next };
  }
  return null;
}

import { Temporal } from 'temporal-polyfill';
import { hoursOfDay, isOpenAt } from '../../agents/index.ts';
import type { ReplyContext } from '../reply.ts';
import { daysOf, isSameTime, type Moment } from './moments.ts';

const opening =
  /\b(?:abr(?:e|em|imos|ir|iremos|en|ira|iran)|abert[oa]s?|abiert[oa]s?|fech(?:a|am|amos|ad[oa]s?|ar|aremos)|cierr(?:a|an|e)|cerramos|cerrad[oa]s?|cerraremos|funcion(?:a|am|an|amos)|atend(?:e|em|emos|en|eremos)|horarios?|open|opens|opening|opened|closed?|closes|closing|shut|hours)\b/;
const shut =
  /\b(?:fechad[oa]s?|cerrad[oa]s?|closed|shut|(?:fechamos|fecha|cerramos|cierra) (?:aos?|n[oa]s?|el|los|todo))\b/g;
const denied = { pt: /\b(?:nao|nem|nunca)\b/g, es: /\b(?:no|ni|nunca|tampoco)\b/g, en: /\b(?:not|never|no)\b|n't\b/g };
const now = /\b(?:agora|ahora|now|right now|neste momento|en este momento|at the moment|currently)\b/;
const until = /\b(?:ate|hasta|until|till|til)\b/;
const closesAt = /\b(?:fecha|fecham|fechamos|cierra|cierran|cerramos|close|closes|closing)\b/;

/** Whether a plain sentence speaks of when the shop is open. */
export const saysHours = (sentence: string): boolean => opening.test(sentence);

type Hours = NonNullable<ReplyContext['agent']['businessHours']>;

interface Group {
  days: Moment[];
  times: Extract<Moment['what'], { kind: 'time' }>[];
  isShut: boolean;
  isUntil: boolean;
  /** Whether the days are a span: "from Monday to Friday". */
  isSpan: boolean;
  text: string;
}

/**
 * Whether what a plain sentence says of opening agrees with the business hours: each group of days with the times and
 * the denial that follow it, or precede the first. Days that are not named are those of the question, else today.
 */
export function agreesWithHours(
  { agent, workspace, now: at }: ReplyContext,
  language: 'pt' | 'es' | 'en',
  sentence: string,
  moments: Moment[],
  asked: Moment[],
): boolean {
  const { businessHours: hours } = agent;
  if (hours === null) return false;
  const today = Temporal.Instant.from(at)
    .toZonedDateTimeISO(hours.timezone ?? workspace.timezone)
    .toPlainDate();
  const isOpen = isOpenAt(hours, workspace.timezone, at, at);
  const groups = toGroups(sentence, language, moments);
  const days = asked.filter(({ what }) => what.kind !== 'time');
  return groups.every((group) => {
    if (group.days.length === 0 && group.times.length === 0) return days.length === 0 && group.isShut === !isOpen;
    if (now.test(group.text) && group.isShut === isOpen) return false;
    const own = group.days.length > 0 ? group.days : days;
    const meant = own.length > 0 ? spread(own, group.isSpan, today) : [{ date: today, isEvery: false }];
    return meant.length > 0 && meant.every((day) => agrees(hours, day, group));
  });
}

/** Cuts the sentence where a day follows a time or a denial that already has its days. */
function toGroups(sentence: string, language: 'pt' | 'es' | 'en', moments: Moment[]): Group[] {
  const marks = [...sentence.matchAll(shut), ...sentence.matchAll(denied[language])].map(({ index }) => index);
  const cuts: number[] = [];
  let hasDay = false;
  let hasRest = false;
  const events = [
    ...moments.map(({ start, what }) => ({ start, isDay: what.kind !== 'time' })),
    ...marks.map((start) => ({ start, isDay: false })),
  ].sort((one, other) => one.start - other.start);
  for (const { start, isDay } of events) {
    if (isDay && hasDay && hasRest) {
      cuts.push(cutBefore(sentence, start, cuts.at(-1) ?? 0));
      hasRest = events.some((event) => !event.isDay && event.start >= (cuts.at(-1) ?? 0) && event.start < start);
    }
    if (isDay) hasDay = true;
    else hasRest = true;
  }
  const edges = [0, ...cuts, sentence.length];
  return edges.slice(0, -1).map((from, index) => toGroup(sentence, from, edges[index + 1] ?? from, moments, marks));
}

/** The last comma, point or "and" before a place. */
function cutBefore(sentence: string, at: number, from: number): number {
  const part = sentence.slice(from, at);
  const last = Math.max(
    ...[',', ';', '.', ' e ', ' y ', ' and ', ' mas ', ' pero ', ' but '].map((sign) => part.lastIndexOf(sign)),
  );
  return last > 0 ? from + last : at;
}

function toGroup(sentence: string, from: number, to: number, moments: Moment[], marks: number[]): Group {
  const own = moments.filter(({ start }) => start >= from && start < to);
  const days = own.filter(({ what }) => what.kind !== 'time');
  const text = sentence.slice(from, to);
  const [first, second] = days;
  const between = first && second ? sentence.slice(first.end, second.start) : '';
  return {
    days,
    times: own.flatMap(({ what }) => (what.kind === 'time' ? [what] : [])),
    isShut: marks.some((mark) => mark >= from && mark < to),
    isUntil: until.test(text) || closesAt.test(text),
    isSpan:
      days.length === 2 &&
      /^\s?(?:-feira )?(?:a|ao?|ate|hasta|to|through|thru|till|until|-|–|al)\s?(?:el |la |a )?$/.test(between),
    text,
  };
}

/** The days that are meant; a span has each day between its ends. A weekday means every one of its name. */
function spread(
  days: Moment[],
  isSpan: boolean,
  today: Temporal.PlainDate,
): { date: Temporal.PlainDate; isEvery: boolean }[] {
  const all = days.map(({ what }) => ({ date: daysOf(what, today)[0], isEvery: what.kind === 'weekday' }));
  if (all.some(({ date }) => date === undefined)) return [];
  const known = all as { date: Temporal.PlainDate; isEvery: boolean }[];
  const [first, last] = known;
  if (!isSpan || !first || !last) return known;
  const count = first.isEvery ? (last.date.dayOfWeek + 7 - first.date.dayOfWeek) % 7 : first.date.until(last.date).days;
  if (count < 0 || count > 60) return [];
  return Array.from({ length: count + 1 }, (_, more) => ({
    date: first.date.add({ days: more }),
    isEvery: first.isEvery,
  }));
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const toMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function agrees(
  hours: Hours,
  { date, isEvery }: { date: Temporal.PlainDate; isEvery: boolean },
  { times, isShut, isUntil, text }: Group,
): boolean {
  const usual = weekdays[date.dayOfWeek - 1];
  const ranges = (isEvery && usual ? hours.days[usual] : hoursOfDay(hours, date)).map(({ from, to }) => ({
    from: toMinute(from),
    to: toMinute(to),
  }));
  if (times.length === 0) return isShut === (ranges.length === 0);
  if (isShut || ranges.length === 0) return false;
  const [first, second] = times;
  if (times.length === 1 && first) {
    const opens = ranges.some(({ from }) => isSameTime(first, from));
    const closes = ranges.some(({ to }) => isSameTime(first, to));
    if (isUntil) return closes;
    return opens || (closes && closesAt.test(text));
  }
  if (times.length > 2 && times.length !== ranges.length * 2) return false;
  const pairs = Array.from({ length: Math.floor(times.length / 2) }, (_, index) =>
    times.slice(index * 2, index * 2 + 2),
  );
  return (
    second !== undefined &&
    times.length % 2 === 0 &&
    pairs.every(
      ([start, end]) => start && end && ranges.some(({ from, to }) => isSameTime(start, from) && isSameTime(end, to)),
    )
  );
}

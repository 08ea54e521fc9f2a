import { Temporal } from 'temporal-polyfill';
import { fill } from '../../../../platform/text/fill.ts';
import { hoursOfDay } from '../../../agents/index.ts';
import type { ReplyContext } from '../../reply.ts';
import { intents } from './intents.ts';
import type { Phrases } from './phrases.schemas.ts';
import { sayings } from './words.ts';

type Hours = NonNullable<ReplyContext['agent']['businessHours']>;
type Range = { from: string; to: string };

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof days)[number];

const weekdayNames: Record<Day, ReturnType<typeof sayings>> = {
  mon: sayings('segunda, segundas, segunda feira, monday, mondays, lunes'),
  tue: sayings('terca, tercas, terca feira, tuesday, tuesdays, martes'),
  wed: sayings('quarta, quartas, quarta feira, wednesday, wednesdays, miercoles'),
  thu: sayings('quinta, quintas, quinta feira, thursday, thursdays, jueves'),
  fri: sayings('sexta, sextas, sexta feira, friday, fridays, viernes'),
  sat: sayings('sabado, sabados, saturday, saturdays'),
  sun: sayings('domingo, domingos, sunday, sundays'),
};
const relative = {
  now: sayings('agora, now, ahora, ya, ja'),
  today: sayings('hoje, today, hoy, tonight'),
  tomorrow: sayings('amanha, tomorrow, manana'),
  holiday: sayings('feriado, feriados, festivo, festivos, holiday, holidays'),
};
const opening = sayings(
  'abre, abrem, aberto, aberta, abertos, abertas, fecha, fecham, fechado, fechados, funciona, funcionam, atendem, atende',
  'open, opening, close, closed, closing, hours',
  'abren, abierto, abierta, abiertos, cierran, cierra, cerrado, cerrados, atienden, atiende, funcionan',
);

/** A date in a message, such as "25/12"; its next occurrence is meant. */
const datePattern = /\b(\d{1,2})[/.-](\d{1,2})\b/;

/**
 * Answers a question about opening hours: for the named day including its exceptions, for now, or for the week. Null if
 * the message does not ask for hours or the agent has none.
 */
export function answerHours(context: ReplyContext, words: string[], say: Phrases): string | null {
  const { businessHours: hours } = context.agent;
  if (hours === null) return null;
  const asked = findDay(context, hours, words);
  const isAsked = intents.hours.has(words) || (asked !== null && opening.has(words));
  if (!isAsked) return null;
  if (relative.holiday.has(words)) return listExceptions(context, hours, say);
  if (asked) return describeDay(hours, asked, context, say);
  const now = describeNow(context, hours, say);
  return relative.now.has(words) ? now : `${now}\n\n${describeWeek(hours, say)}`;
}

/** The next opening; null if there is none within a week or the agent has no hours. */
export function findNextOpening(context: ReplyContext): Temporal.ZonedDateTime | null {
  const { businessHours: hours } = context.agent;
  if (hours === null) return null;
  const now = toLocal(context, hours);
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = now.toPlainDate().add({ days: ahead });
    const next = hoursOfDay(hours, day)
      .map(({ from }) => from)
      .sort()
      .find((from) => ahead > 0 || from > timeOf(now));
    if (next) return day.toZonedDateTime({ timeZone: now.timeZoneId, plainTime: Temporal.PlainTime.from(next) });
  }
  return null;
}

function describeOpening(context: ReplyContext, hours: Hours, say: Phrases): string | null {
  const next = findNextOpening(context);
  const today = toLocal(context, hours).toPlainDate();
  return next && fill(say.opensAt, { when: nameOf(next.toPlainDate(), today, say), time: timeOf(next) });
}

const toLocal = ({ now, workspace }: ReplyContext, hours: Hours): Temporal.ZonedDateTime =>
  Temporal.Instant.from(now).toZonedDateTimeISO(hours.timezone ?? workspace.timezone);

const timeOf = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString({ smallestUnit: 'minute' });

function nameOf(day: Temporal.PlainDate, today: Temporal.PlainDate, say: Phrases): string {
  const ahead = today.until(day).days;
  if (ahead === 0) return say.today;
  return ahead === 1 ? say.tomorrow : say.onDays[days[day.dayOfWeek - 1] as Day];
}

const writeDate = (day: Temporal.PlainDate, say: Phrases): string =>
  day.toLocaleString(say.locale, { day: 'numeric', month: 'long' });

function findDay(context: ReplyContext, hours: Hours, words: string[]): Temporal.PlainDate | null {
  const today = toLocal(context, hours).toPlainDate();
  if (relative.tomorrow.has(words)) return today.add({ days: 1 });
  if (relative.today.has(words)) return today;
  const named = days.findIndex((day) => weekdayNames[day].has(words));
  if (named >= 0) return today.add({ days: (named + 8 - today.dayOfWeek) % 7 });
  const date = datePattern.exec(context.text);
  return date ? readDate(today, Number(date[1]), Number(date[2]), context.workspace.country) : null;
}

/** Parses day and month, in this order except for the United States. */
function readDate(today: Temporal.PlainDate, one: number, other: number, country: string): Temporal.PlainDate | null {
  const [day, month] = country === 'US' ? [other, one] : [one, other];
  try {
    const date = Temporal.PlainDate.from({ year: today.year, month, day }, { overflow: 'reject' });
    return Temporal.PlainDate.compare(date, today) < 0 ? date.add({ years: 1 }) : date;
  } catch {
    return null;
  }
}

function describeDay(hours: Hours, day: Temporal.PlainDate, context: ReplyContext, say: Phrases): string {
  const today = toLocal(context, hours).toPlainDate();
  const when = today.until(day).days > 6 ? fill(say.onDate, { date: writeDate(day, say) }) : nameOf(day, today, say);
  const ranges = hoursOfDay(hours, day);
  return capital(
    ranges.length === 0
      ? fill(say.closedOn, { when })
      : fill(say.openOn, { when, ranges: describeRanges(ranges, say) }),
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function describeNow(context: ReplyContext, hours: Hours, say: Phrases): string {
  const until = openUntil(toLocal(context, hours), hours);
  if (until) return fill(say.openNow, { until });
  const opens = describeOpening(context, hours, say);
  return opens ? fill(say.closedUntil, { opens }) : say.closedNow;
}

/** The end of the opening range that contains a moment; null if none does. */
function openUntil(now: Temporal.ZonedDateTime, hours: Hours): string | null {
  const time = timeOf(now);
  const today = hoursOfDay(hours, now.toPlainDate());
  const here = today.find(({ from, to }) => from <= time && (time < to || to < from));
  const since = hoursOfDay(hours, now.toPlainDate().subtract({ days: 1 })).find(
    ({ from, to }) => to < from && time < to,
  );
  return (here ?? since)?.to ?? null;
}

const describeRanges = (ranges: Range[], say: Phrases): string => {
  const spans = ranges.map((range) => fill(say.between, range));
  return spans.length < 2 ? (spans[0] ?? '') : `${spans.slice(0, -1).join(', ')} ${say.and} ${spans.at(-1)}`;
};

function describeWeek(hours: Hours, say: Phrases): string {
  const lines: { from: Day; to: Day; text: string }[] = [];
  for (const day of days) {
    const text = hours.days[day].length === 0 ? say.closedWord : describeRanges(hours.days[day], say);
    const last = lines.at(-1);
    if (last?.text === text) last.to = day;
    else lines.push({ from: day, to: day, text });
  }
  const name = ({ from, to }: { from: Day; to: Day }) =>
    from === to ? say.dayNames[from] : `${say.dayNames[from]} – ${say.dayNames[to]}`;
  return [say.week, ...lines.map((line) => `• ${name(line)}: ${line.text}`)].join('\n');
}

/** Lists exceptions from today on; null if there are none. */
function listExceptions(context: ReplyContext, hours: Hours, say: Phrases): string | null {
  const today = toLocal(context, hours).toPlainDate().toString();
  const coming = hours.exceptions
    .filter(({ date }) => date >= today)
    .sort((one, other) => one.date.localeCompare(other.date))
    .slice(0, 10);
  if (coming.length === 0) return null;
  const tell = ({ closed, ranges }: Hours['exceptions'][number]) =>
    closed ? say.closedWord : describeRanges(ranges, say);
  return [
    say.exceptions,
    ...coming.map((entry) => `• ${writeDate(Temporal.PlainDate.from(entry.date), say)}: ${tell(entry)}`),
  ].join('\n');
}

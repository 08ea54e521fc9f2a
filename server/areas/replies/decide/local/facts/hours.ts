import { Temporal } from 'temporal-polyfill';
import { fill } from '../../../../../platform/text/fill.ts';
import { hoursOfDay } from '../../../../agents/index.ts';
import type { ReplyContext } from '../../../reply.ts';
import type { Phrases } from '../phrases.schemas.ts';
import { findHoliday, holidayOn } from '../understand/holidays.ts';
import { readDays } from '../understand/read-days.ts';
import type { Spoken, Term } from '../understand/terms.ts';
import { sayings } from '../words.ts';
import { type Fact, implying, readDoc } from './fact.ts';

type Hours = NonNullable<ReplyContext['agent']['businessHours']>;
type Range = { from: string; to: string };

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof days)[number];

const asksNow = sayings('agora, now, ahora, ya, ja');
const asksHolidays = sayings('feriado, feriados, festivo, festivos, holiday, holidays');

/** What opening hours answer. */
const implied = [
  ...['opening-hours', 'closing-time', 'open-now', 'weekend', 'holiday', 'closed-for-vacation', 'lunch-break'],
  ...['early-late-hours', 'time-of-day-morning', 'time-of-day-afternoon', 'time-of-day-evening', 'schedule'],
];

/**
 * The opening hours as a fact: of the days that a question names, of now, or of the week. On a public holiday for which
 * the owner has set nothing the usual hours may be wrong, so nobody is told them. Null if the agent has no hours.
 */
export async function readHours(
  context: ReplyContext,
  words: string[],
  terms: Term[],
  spoken: Spoken,
  say: Phrases,
): Promise<Fact | null> {
  const { agent, workspace } = context;
  const { businessHours: hours } = agent;
  if (hours === null) return null;
  const today = toLocal(context, hours).toPlainDate();
  const asked = readDays(words, context.text, today, workspace.country);
  const place = { country: workspace.country, language: agent.language };
  // The calendar of holidays is large: it is read for questions about hours alone.
  const isAsked = terms.some(({ concepts }) => concepts.some((concept) => implied.includes(concept)));
  const named = isAsked ? await findHoliday(words, { ...place, today }) : null;
  const meant = named ? [named.date] : asked.days;
  const names = (named ? named.names.flat() : [...asked.words]).filter((word) => words.includes(word));
  const unknown: string[] = [];
  for (const day of isAsked ? meant : []) {
    const isSet = hours.exceptions.some(({ date }) => date === day.toString());
    const holiday = isSet ? null : await holidayOn(day, place);
    if (holiday) unknown.push(fill(say.holidayUnknown, { date: writeDate(day, say), name: holiday.name }));
  }
  const exceptions = asksHolidays.has(words) && meant.length === 0 ? listExceptions(context, hours, say) : null;
  const text =
    unknown.length > 0 ? unknown.join('\n') : (exceptions ?? describe(context, hours, meant, asksNow.has(words), say));
  return {
    kind: 'hours',
    id: null,
    key: 'hours',
    title: 'businessHours',
    text,
    ask: implying(readDoc(names.join(' '), spoken), ...implied),
    tell: readDoc(words.filter((word) => isTime.test(word)).join(' '), spoken),
    sources: [{ kind: 'hours', id: null, title: 'businessHours' }],
    isGroup: false,
    isMiss: unknown.length > 0 || (asksHolidays.has(words) && meant.length === 0 && exceptions === null),
    confidence: 1,
  };
}

/** "at 8", "20h": the answer tells whether the shop is open then. */
const isTime = /^\d{1,2}$|^\d{1,2}(?:h|hs|hrs|am|pm)$/;

function describe(
  context: ReplyContext,
  hours: Hours,
  meant: Temporal.PlainDate[],
  isNow: boolean,
  say: Phrases,
): string {
  if (meant.length > 0) return meant.map((day) => describeDay(hours, day, context, say)).join('\n');
  const now = describeNow(context, hours, say);
  return isNow ? now : `${now}\n\n${describeWeek(hours, say)}`;
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

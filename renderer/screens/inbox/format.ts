import { dateFormat, numberFormat } from '../../components/values/formatters.ts';
import type { Message } from './types.ts';

/** Who wrote a message: the name if it is known, else `kind`, the word for that kind of author. */
export function authorOf({ author, authorName }: Pick<Message, 'author' | 'authorName'>, kind: string): string {
  if (authorName === null) return kind;
  return author === 'AGENT' ? `${authorName} · ${kind}` : authorName;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function formatBytes(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const style = { style: 'unit', unit: units[power], unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return numberFormat(language, style as Intl.NumberFormatOptions).format(bytes / 1000 ** power);
}

const durations = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The largest whole unit of a duration, as "12 min"; at least a minute. */
export function formatDuration(ms: number, language: string): string {
  const [unit, unitMs] = durations.find(([, each]) => ms >= each) ?? ['minute', 60_000];
  const style = { style: 'unit', unit, unitDisplay: 'short' } as const;
  return numberFormat(language, style).format(Math.max(1, Math.floor(ms / unitMs)));
}

/** Date in a time zone as YYYY-MM-DD. */
export function dayOf(at: string | Date, timeZone: string): string {
  return dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at));
}

/** The moment at which clocks in a time zone show `wall`, which holds that time as if it were UTC. */
export function toMoment(wall: Date, timeZone: string): Date {
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const shown = Date.parse(`${format.format(wall).replace(' ', 'T')}Z`);
  return new Date(2 * wall.getTime() - shown);
}

/** Latitude and longitude of a geo URI (RFC 5870); null if invalid. */
export function readPlace(uri: string | null): { latitude: string; longitude: string } | null {
  const [, latitude, longitude] = /^geo:(-?[\d.]+),(-?[\d.]+)/.exec(uri ?? '') ?? [];
  return latitude && longitude ? { latitude, longitude } : null;
}

/** What somebody wrote in a message; null if nothing. The content of a place is its geo URI. */
export const wordsOf = ({ type, content }: { type: Message['type']; content: string | null }): string | null =>
  type === 'LOCATION' ? null : content;

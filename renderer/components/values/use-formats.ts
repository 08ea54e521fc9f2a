import { useTranslation } from 'react-i18next';
import { useConsole } from '../../session.ts';
import { dateFormat, kept, numberFormat } from './formatters.ts';
import { formatNear } from './near.ts';

/** Formats numbers and moments in the console's language and the shop's time zone. */
export function useFormats() {
  const { i18n } = useTranslation();
  return formatsOf(i18n.language, useConsole().workspace.timezone);
}

const formatsOf = kept((language: string, timezone: string) => {
  const moment = (options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(language, { ...options, timeZone: timezone });
    return (at: string) => format.format(new Date(at));
  };
  const number = numberFormat(language);
  const weekday = dateFormat(language, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  return {
    number: (value: number) => number.format(value),
    /** An amount in a currency (ISO 4217); null: a plain number. */
    money: (amount: number, currency: string | null) => formatMoney(amount, currency, language),
    duration: (ms: number) => formatDuration(ms, language),
    bytes: (value: number) => formatBytes(value, language),
    /** As people name it: the nearer, the shorter. */
    dateTime: (at: string) => formatNear(at, { language, timeZone: timezone }),
    /** To the second, for tries that follow within a minute. */
    exact: moment({ dateStyle: 'medium', timeStyle: 'medium' }),
    /** Date and time however near. */
    full: moment({ dateStyle: 'medium', timeStyle: 'short' }),
    day: moment({ dateStyle: 'medium' }),
    time: moment({ timeStyle: 'short' }),
    /** Weekday of a date YYYY-MM-DD. */
    weekday: (day: string) => weekday.format(new Date(`${day}T00:00:00Z`)),
  };
});

const plainMoney = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const formatMoney = (amount: number, currency: string | null, language: string): string =>
  numberFormat(language, currency === null ? plainMoney : { style: 'currency', currency }).format(amount);

/** A length of time in one or two units, such as `3 h 20 min`. */
function formatDuration(ms: number, language: string): string {
  const format = (value: number, unit: string) =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (seconds < 60) return format(seconds, 'second');
  if (minutes < 60) return format(minutes, 'minute');
  if (hours >= 48) return format(Math.floor(hours / 24), 'day');
  const rest = minutes % 60;
  return rest === 0 ? format(hours, 'hour') : `${format(hours, 'hour')} ${format(rest, 'minute')}`;
}

/** Bytes alone mean nothing to most people. */
const byteUnits = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

function formatBytes(value: number, language: string): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(value, 1)) / 3), 1), byteUnits.length);
  const options = {
    style: 'unit',
    unit: byteUnits[power - 1],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const;
  return numberFormat(language, options).format(value / 1000 ** power);
}

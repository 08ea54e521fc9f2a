import { useTranslation } from 'react-i18next';
import { useConsole } from '../../session.ts';

/** A moment in the shop's time zone; the full date is shown on hover. */
export function Time({ at, style = 'datetime' }: { at: string; style?: keyof typeof formats | 'short' }) {
  const { i18n } = useTranslation();
  const { workspace } = useConsole();
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatterOf(i18n.language, { ...options, timeZone: workspace.timezone }).format(new Date(at));
  return (
    <time dateTime={at} title={format({ dateStyle: 'full', timeStyle: 'medium' })}>
      {format(style === 'short' ? shortFor(at) : formats[style])}
    </time>
  );
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter costs more than all its uses in a long list. */
function formatterOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, options);
  formatters.set(key, formatter);
  return formatter;
}

const formats = {
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  /** To the second, for tries that follow within a minute. */
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  time: { timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  weekday: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The time of day for the last 16 hours, else the date. */
const shortFor = (at: string): Intl.DateTimeFormatOptions =>
  Date.now() - Date.parse(at) < 16 * 3_600_000 ? { timeStyle: 'short' } : { day: '2-digit', month: 'short' };

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsole } from '../../session.ts';

/** Formats numbers and moments in the console's language and the shop's time zone. */
export function useFormats() {
  const { i18n } = useTranslation();
  const { timezone } = useConsole().workspace;
  const { language } = i18n;
  return useMemo(() => {
    const moment = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: timezone });
      return (at: string) => format.format(new Date(at));
    };
    const number = new Intl.NumberFormat(language);
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
    return {
      number: (value: number) => number.format(value),
      bytes: (value: number) => formatBytes(value, language),
      dateTime: moment({ dateStyle: 'medium', timeStyle: 'short' }),
      /** To the second, for tries that follow within a minute. */
      exact: moment({ dateStyle: 'medium', timeStyle: 'medium' }),
      day: moment({ dateStyle: 'medium' }),
      /** Weekday of a date YYYY-MM-DD. */
      weekday: (day: string) => weekday.format(new Date(`${day}T00:00:00Z`)),
    };
  }, [language, timezone]);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

function formatBytes(value: number, language: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), byteUnits.length - 1);
  const options = { style: 'unit', unit: byteUnits[power], unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(value / 1000 ** power);
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../components/values/use-formats.ts';
import { useConsole } from '../../session.ts';

/** Formats prices, times and weekdays in the console's language. */
export function useFacts() {
  const { language } = useTranslation().i18n;
  const { currency } = useConsole();
  const { money } = useFormats();
  return useMemo(() => {
    const lasting = (unit: string, unitDisplay: 'short' | 'long') =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
    const minutes = lasting('minute', 'short');
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    return {
      price: (amount: number) => money(amount, currency),
      minutes: (amount: number | null) => (amount === null ? null : minutes.format(amount)),
      /** Duration in the largest unit without a remainder: `2 days`, `90 minutes`. */
      span(ofMinutes: number): string {
        if (ofMinutes % 1_440 === 0) return lasting('day', 'long').format(ofMinutes / 1_440);
        if (ofMinutes % 60 === 0) return lasting('hour', 'long').format(ofMinutes / 60);
        return lasting('minute', 'long').format(ofMinutes);
      },
      /** Capitalised weekday; 0 is Monday (1 January 2024 was a Monday). */
      weekday(day: number): string {
        const name = weekday.format(Date.UTC(2024, 0, 1 + day));
        return name.charAt(0).toUpperCase() + name.slice(1);
      },
    };
  }, [language, currency, money]);
}

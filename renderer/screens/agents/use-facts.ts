import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Formats prices, times and weekdays in the console's language. */
export function useFacts() {
  const { language } = useTranslation().i18n;
  return useMemo(() => {
    const price = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const lasting = (unit: string, unitDisplay: 'short' | 'long') =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
    const minutes = lasting('minute', 'short');
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    return {
      price: (amount: number) => price.format(amount),
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
  }, [language]);
}

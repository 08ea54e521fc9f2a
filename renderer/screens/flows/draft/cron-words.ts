import type { Translate } from './summary.ts';

/** A usual schedule: minute and hour, and one weekday, the working days, or every day. */
export const usualCron = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6]|1-5)$/;

/** A Sunday; the weekdays' names count from it. */
const sunday = Date.UTC(2024, 0, 7);
const dayMs = 86_400_000;

/** Name of a weekday, 0 for Sunday. */
export const weekdayName = (language: string, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(sunday + day * dayMs));

/** A usual schedule in words; any other as it is written. */
export function cronWords(t: Translate, cron: string): string {
  const [isUsual, minute = '', hour = '', day = ''] = usualCron.exec(cron.trim()) ?? [];
  if (isUsual === undefined) return cron;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day === '*') return t('flows:words.daily', { time });
  if (day === '1-5') return t('flows:words.workdays', { time });
  return t('flows:words.weekly', { day: weekdayName(t('flows:words.language'), Number(day)), time });
}

import { useTranslation } from 'react-i18next';
import { useFormats } from '../../components/values/use-formats.ts';
import { useConsole } from '../../session.ts';

/** Tells a moment of the coming days by its time, with the day unless it is today (YYYY-MM-DD). */
export function useMoment(today: string | undefined): (at: string) => { text: string; isToday: boolean } {
  const { t, i18n } = useTranslation('today');
  const { time, day } = useFormats();
  const { timezone } = useConsole().workspace;
  return (at) => {
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(at));
    const days = Math.round((Date.parse(date) - Date.parse(today ?? date)) / 86_400_000);
    if (days === 0) return { text: time(at), isToday: true };
    if (days === 1) return { text: t('tomorrow', { time: time(at) }), isToday: false };
    const weekday = new Date(at).toLocaleDateString(i18n.language, { weekday: 'long', timeZone: timezone });
    return { text: t('dayTime', { day: days < 7 ? weekday : day(at), time: time(at) }), isToday: false };
  };
}

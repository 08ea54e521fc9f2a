import { useTranslation } from 'react-i18next';
import { useMoment } from './use-moment.ts';
import type { TodayView } from './view.ts';

/** The date, and until when the shop is open or closed; empty until both are known. */
export function useHeadline(view: TodayView | undefined): string {
  const { t, i18n } = useTranslation('today');
  const tellMoment = useMoment(view?.date);
  if (!view) return '';
  const date = new Date(`${view.date}T00:00:00Z`).toLocaleDateString(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  if (!view.opening) return date;
  const { isOpen, changesAt } = view.opening;
  if (changesAt === null) return `${date} · ${isOpen ? t('open') : t('closed')}`;
  const { text: time, isToday } = tellMoment(changesAt);
  const until = isOpen
    ? t(isToday ? 'openUntil' : 'openUntilDay', { time })
    : t(isToday ? 'closedUntil' : 'closedUntilDay', { time });
  return `${date} · ${until}`;
}

import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCalendarFormats } from '../use-calendar-formats.ts';
import type { Column } from './columns.ts';

interface ColumnHeadProps {
  column: Column;
  isWeek: boolean;
  isToday: boolean;
  onDay(date: string): void;
}

/** Name of a column: a day, which opens it, or an agent; with how much there is, and whether the clock changes. */
export function ColumnHead({ column: { day, lane, count }, isWeek, isToday, onDay }: ColumnHeadProps) {
  const { t } = useTranslation('calendar');
  const { longDay, weekday, dayNumber } = useCalendarFormats();
  const name = isWeek ? longDay(day.date) : (lane?.name ?? longDay(day.date));
  const clock = day.clockChange && <ClockChange change={day.clockChange} />;
  if (!isWeek) {
    return (
      <div className="ca-head">
        <span className="ca-head-lane">{lane?.isArchived ? t('archived', { name }) : name}</span>
        <span className="ca-head-count">{count}</span>
        {clock}
      </div>
    );
  }
  return (
    <div className="ca-head" data-today={isToday || undefined}>
      <UnstyledButton
        className="ca-head-day"
        aria-current={isToday ? 'date' : undefined}
        onClick={() => onDay(day.date)}
      >
        <span className="ca-head-weekday">{weekday(day.date).replace('.', '')}</span>
        <span className="ca-head-number">{dayNumber(day.date)}</span>
        <span className="ca-aloud">
          , {t('count', { count })}
          {isToday && `, ${t('today')}`}
        </span>
      </UnstyledButton>
      {clock}
    </div>
  );
}

/** Tells that the clock is put forward or back on a day. */
export function ClockChange({ change: { at, minutes } }: { change: NonNullable<Column['day']['clockChange']> }) {
  const { t } = useTranslation('calendar');
  const text = t(minutes > 0 ? 'clock.forward' : 'clock.back', { at, minutes: Math.abs(minutes) });
  return (
    <Tooltip label={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip opens by focus */}
      <span className="ca-clock" role="img" aria-label={text} tabIndex={0}>
        <IconClockExclamation size={16} aria-hidden />
      </span>
    </Tooltip>
  );
}

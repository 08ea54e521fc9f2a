import { IconRobot } from '@tabler/icons-react';
import { type MouseEvent, memo, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Entry, isActive, nameOf } from '../calendar.ts';
import { dayMinutes } from '../shop-time.ts';
import { statusIcons } from '../status-mark.tsx';
import { useCalendarFormats } from '../use-calendar-formats.ts';
import type { BeginDrag, Drag } from './use-grid-drag.ts';

interface GridEntryProps {
  entry: Entry;
  /** Index of its column. */
  column: number;
  /** Minutes after midnight. */
  from: number;
  to: number;
  /** Which of `width` places beside each other. */
  place: number;
  width: number;
  /** It begins in an hour that the clock shows twice. */
  isTwice: boolean;
  isDragged: boolean;
  href: string;
  begin: BeginDrag;
}

/** An appointment in its place: time, name, what for, and its state by colour, icon and word. */
export const GridEntry = memo(function GridEntry({ entry, isTwice, isDragged, href, begin, ...at }: GridEntryProps) {
  const { t } = useTranslation('calendar');
  const { time, offset } = useCalendarFormats();
  const wasDragged = useRef(false);
  const { column, from, to, place, width } = at;
  const { id, status, title, startTime, endTime, clientName, outsideBusinessHours } = entry;
  const Icon = statusIcons[status];
  const start = isTwice ? offset(startTime) : time(startTime);
  const style = {
    top: `${(from / dayMinutes) * 100}%`,
    height: `${((to - from) / dayMinutes) * 100}%`,
    left: `${(place / width) * 100}%`,
    width: `${100 / width}%`,
  };
  if (isDragged) wasDragged.current = true;
  const onClick = (event: MouseEvent) => {
    if (!wasDragged.current) return;
    wasDragged.current = false;
    event.preventDefault();
  };
  const press = (kind: Drag['kind']) => (event: PointerEvent) => {
    wasDragged.current = false;
    if (isActive(entry)) begin(event, kind, column, { entry, from, to });
    else event.stopPropagation();
  };
  return (
    <li className="ca-place" style={style}>
      <Link
        href={href}
        className="ca-entry"
        draggable={false}
        data-id={id}
        data-status={status}
        data-dragged={isDragged || undefined}
        title={[t(`statuses.${status}`), entry.unconfirmed && t('shell:unconfirmed.badge')].filter(Boolean).join(' · ')}
        onClick={onClick}
        onPointerDown={press('move')}
      >
        <span className="ca-entry-name">
          <time dateTime={startTime}>
            {start}
            <span className="ca-aloud">–{time(endTime)},</span>
          </time>{' '}
          {entry.unconfirmed && (
            <>
              <IconRobot size={13} aria-hidden /> <span className="ca-aloud">{t('shell:unconfirmed.badge')}, </span>
            </>
          )}
          {nameOf(entry)}
          <span className="ca-aloud">,</span>
        </span>
        <span className="ca-entry-more">
          <Icon size={13} aria-hidden />
          <span className="ca-entry-word">
            {t(`statuses.${status}`)}
            {clientName !== null && clientName !== title && ` · ${title}`}
            {outsideBusinessHours && <span className="ca-aloud">, {t('outsideHours')}</span>}
          </span>
        </span>
      </Link>
      {isActive(entry) && <span className="ca-length" onPointerDown={press('length')} />}
    </li>
  );
});

import './words.ts';
import './calendar.css';
import { VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'wouter';
import { operationQuery } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { useCreating } from '../../components/page/use-creating.ts';
import { useConsole } from '../../session.ts';
import { BookDialog } from './booking/book-dialog.tsx';
import { BookingDrawer, bookingQuery } from './booking/booking-drawer.tsx';
import { type Move, MoveDialog } from './booking/move-dialog.tsx';
import { type BookingStart, type Entry, isActive } from './calendar.ts';
import { useColumns } from './grid/columns.ts';
import { TimeGrid } from './grid/time-grid.tsx';
import { KeysHelp } from './keys-help.tsx';
import { ListView } from './list-view.tsx';
import { addDays, clockAt, dayMinutes, minuteMs, momentOf } from './shop-time.ts';
import { Toolbar, usePeriodTitle } from './toolbar.tsx';
import { type Address, periodOf, toStatusQuery, useAddress } from './use-address.ts';
import { useKeys } from './use-keys.ts';

/** The shop's appointments by day, week or as a list, in the shop's time zone. */
export default function Calendar() {
  const { t } = useTranslation('calendar');
  const { id = null } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const address = useAddress();
  const { view, agent, query } = address;
  useDateOf(id, address);
  const calendar = useCalendar(address);
  const columns = useColumns(calendar.data, view === 'day' ? 'day' : 'week', agent);
  const dialogs = useDialogs();
  const lanes = calendar.data?.lanes ?? [];
  const entryAt = (entryId: string) => calendar.data?.appointments.find((entry) => entry.id === entryId);
  const { propose } = dialogs;
  useKeys({
    address,
    entryAt,
    onBook: () => dialogs.book({}),
    onMove: (entry) => propose(entry, { days: 0, minutes: 0 }),
    onHelp: () => dialogs.setShowsKeys(true),
  });
  const title = usePeriodTitle(address);
  const hrefOf = (entry: { id: string }) => `/calendar/${entry.id}${query}`;
  return (
    <div className="ca">
      <Toolbar
        address={address}
        lanes={lanes}
        onBook={() => dialogs.book({})}
        onHelp={() => dialogs.setShowsKeys(true)}
      />
      {calendar.data?.isCut && <p className="ca-cut">{t('cut', { count: calendar.data.appointments.length })}</p>}
      <div className="ca-main">
        {calendar.error && <Failure error={calendar.error} onRetry={calendar.refetch} />}
        {view === 'list' && (
          <ListView address={address} lanes={lanes} hrefOf={hrefOf} onBook={() => dialogs.book({})} />
        )}
        {view !== 'list' && calendar.isPending && <Loading />}
        {view !== 'list' && calendar.data && (
          <TimeGrid
            label={title}
            columns={columns}
            isWeek={view === 'week'}
            hrefOf={hrefOf}
            onDay={(date) => address.change({ view: view === 'day' ? 'list' : 'day', date })}
            onBook={(column, range) =>
              dialogs.book({
                aiAgentId: column.lane?.id ?? agent ?? undefined,
                startTime: dialogs.momentAt(column.day.date, range.from),
                minutes: range.to - range.from,
              })
            }
            onMove={(entry, kind, by) => propose(entry, by, kind)}
          />
        )}
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {dialogs.said === ''
          ? `${title}, ${t('count', { count: calendar.data?.appointments.length ?? 0 })}`
          : dialogs.said}
      </VisuallyHidden>
      <BookingDrawer
        id={id}
        onClose={() => navigate(`/calendar${query}`)}
        onMove={(appointment) => propose(appointment, { days: 0, minutes: 0 })}
        onBookAgain={dialogs.book}
      />
      <BookDialog start={dialogs.booking} onClose={() => dialogs.setBooking(null)} />
      <MoveDialog
        move={dialogs.move}
        agentName={lanes.find((lane) => lane.id === dialogs.move?.entry.aiAgentId)?.name ?? ''}
        onClose={() => dialogs.setMove(null)}
        onMoved={dialogs.setSaid}
      />
      <KeysHelp opened={dialogs.showsKeys} onClose={() => dialogs.setShowsKeys(false)} />
    </div>
  );
}

/** The days of the view; the list reads its own pages and needs only the agents. */
function useCalendar(address: Address) {
  const { view, agent, status } = address;
  const { from, days } = periodOf(address);
  const filters = view === 'list' ? {} : { aiAgentId: agent, status: toStatusQuery(status) };
  return useQuery({
    ...operationQuery('getCalendar', { query: { from, days, ...filters } }),
    placeholderData: keepPreviousData,
  });
}

/** Shows the day of the appointment in the address where the address names no day. */
function useDateOf(id: string | null, { isDated, change }: Address): void {
  const { timezone } = useConsole().workspace;
  const { data } = useQuery({ ...bookingQuery(id ?? ''), enabled: id !== null });
  const start = data?.appointment.startTime;
  const isDone = useRef<string | null>(null);
  useEffect(() => {
    if (id === null || isDated || !start || isDone.current === id) return;
    isDone.current = id;
    change({ date: clockAt(start, timezone).date });
  }, [id, isDated, start, timezone, change]);
}

/** The dialogs that are open, and what was last said to screen readers. */
function useDialogs() {
  const { timezone } = useConsole().workspace;
  const [booking, setBooking] = useState<BookingStart | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const [said, setSaid] = useState('');
  const [isCreating, setIsCreating] = useCreating();
  useEffect(() => {
    if (!isCreating) return;
    setIsCreating(false);
    setBooking({});
  }, [isCreating, setIsCreating]);
  const momentAt = (date: string, minutes: number) => momentOf({ date, minutes }, timezone);
  return {
    booking,
    setBooking,
    book: (start: BookingStart) => setBooking(start),
    move,
    setMove,
    /** Proposes another slot by the shop's clock. */
    propose: (
      entry: Move['entry'] & Pick<Entry, 'status'>,
      by: { days: number; minutes: number },
      kind: 'move' | 'length' = 'move',
    ) => {
      if (!isActive(entry)) return;
      const { date, minutes } = clockAt(entry.startTime, timezone);
      const lengthMs = Date.parse(entry.endTime) - Date.parse(entry.startTime);
      const total = minutes + by.minutes;
      const days = by.days + Math.floor(total / dayMinutes);
      const startTime =
        kind === 'length' || (by.days === 0 && by.minutes === 0)
          ? entry.startTime
          : momentAt(addDays(date, days), ((total % dayMinutes) + dayMinutes) % dayMinutes);
      const length = kind === 'length' ? lengthMs + by.minutes * minuteMs : lengthMs;
      setMove({ entry, to: { startTime, endTime: new Date(Date.parse(startTime) + length).toISOString() } });
    },
    momentAt,
    showsKeys,
    setShowsKeys,
    said,
    setSaid,
  };
}

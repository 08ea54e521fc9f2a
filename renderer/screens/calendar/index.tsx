import './words.ts';
import './calendar.css';
import { VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { operationQuery } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { useConsole } from '../../session.ts';
import { bookingQuery } from './booking/booking-drawer.tsx';
import { Dialogs, useDialogs } from './dialogs.tsx';
import { useColumns } from './grid/columns.ts';
import { TimeGrid } from './grid/time-grid.tsx';
import { ListView } from './list-view.tsx';
import { clockAt } from './shop-time.ts';
import { Toolbar, usePeriodTitle } from './toolbar.tsx';
import { type Address, dateAfter, periodOf, toStatusQuery, useAddress } from './use-address.ts';
import { useKeys } from './use-keys.ts';

/** The shop's appointments by day, week or as a list, in the shop's time zone. */
export default function Calendar() {
  const { t } = useTranslation('calendar');
  const { id = null } = useParams<{ id?: string }>();
  const address = useAddress();
  const { view, agent, query } = address;
  useDateOf(id, address);
  const calendar = useCalendar(address);
  const { days } = periodOf(address);
  // Until the days of another view are there, those of the one before are not drawn in its place.
  const shown = calendar.data?.days.length === days ? calendar.data : undefined;
  const columns = useColumns(shown, view === 'day' ? 'day' : 'week', agent);
  const dialogs = useDialogs();
  const lanes = calendar.data?.lanes ?? [];
  const entryAt = (entryId: string) => calendar.data?.appointments.find((entry) => entry.id === entryId);
  useKeys({
    address,
    entryAt,
    onBook: () => dialogs.book({}),
    onMove: (entry) => dialogs.propose(entry, { days: 0, minutes: 0 }),
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
        {view !== 'list' && !shown && !calendar.error && <Loading />}
        {view !== 'list' && shown && (
          <TimeGrid
            label={title}
            columns={columns}
            isWeek={view === 'week'}
            hrefOf={hrefOf}
            onDay={(date) => address.change({ view: view === 'day' ? 'list' : 'day', date })}
            onBook={(column, range) => dialogs.bookIn(column, range, agent)}
            onMove={(entry, kind, by) => dialogs.propose(entry, by, kind)}
          />
        )}
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {dialogs.said || `${title}, ${t('count', { count: calendar.data?.appointments.length ?? 0 })}`}
      </VisuallyHidden>
      <Dialogs dialogs={dialogs} id={id} lanes={lanes} query={query} />
    </div>
  );
}

/** The days of the view; the list reads its own pages and needs only the agents. */
function calendarQuery(address: Address) {
  const { view, agent, status } = address;
  const { from, days } = periodOf(address);
  const filters = view === 'list' ? {} : { aiAgentId: agent, status: toStatusQuery(status) };
  return operationQuery('getCalendar', { query: { from, days, ...filters } });
}

/** Reads what is shown, then what a step forward or back will show. */
function useCalendar(address: Address) {
  const client = useQueryClient();
  const shown = useQuery({ ...calendarQuery(address), placeholderData: keepPreviousData });
  const { view, date, agent, status } = address;
  const isShown = shown.isSuccess && !shown.isPlaceholderData;
  useEffect(() => {
    if (!isShown || view === 'list') return;
    for (const direction of [1, -1] as const) {
      void client.prefetchQuery(calendarQuery({ ...address, date: dateAfter(address, direction) }));
    }
  }, [client, isShown, view, date, agent, status]);
  return shown;
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
    change({ date: clockAt(start, timezone).date }, { replace: true });
  }, [id, isDated, start, timezone, change]);
}

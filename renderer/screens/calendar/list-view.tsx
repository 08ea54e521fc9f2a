import { Anchor, Button } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { keyOf } from '../../api/query.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { UnconfirmedBadge } from '../../components/unconfirmed/unconfirmed.tsx';
import { useConsole } from '../../session.ts';
import { type Appointment, type Lane, nameOf } from './calendar.ts';
import { clockAt } from './shop-time.ts';
import { StatusMark } from './status-mark.tsx';
import { type Address, toStatusQuery } from './use-address.ts';
import { useCalendarFormats } from './use-calendar-formats.ts';

interface ListViewProps {
  address: Address;
  lanes: Lane[];
  hrefOf(entry: { id: string }): string;
  onBook(): void;
}

/** From the day on; with a search, of all days the latest first. */
const listQuery = ({ date, agent, status, text }: Address) => {
  const query = {
    ...(text === '' ? { dateFrom: date, sort: 'startTime' as const } : { search: text, sort: '-startTime' as const }),
    aiAgentId: agent,
    status: toStatusQuery(status),
    limit: 50,
  };
  return infiniteQueryOptions({
    queryKey: [...keyOf('listAppointments', { query } as never), 'pages'],
    queryFn: ({ pageParam: page }) => call('listAppointments', { query: { ...query, page } as never }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
};

/** Appointments below each other, by day. */
export function ListView({ address, lanes, hrefOf, onBook }: ListViewProps) {
  const { t } = useTranslation('calendar');
  const { timezone } = useConsole().workspace;
  const { fullDay } = useCalendarFormats();
  const list = useInfiniteQuery(listQuery(address));
  const found = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const days = Map.groupBy(found, ({ startTime }) => clockAt(startTime, timezone).date);
  return (
    <div className="ca-list">
      {list.error && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && found.length === 0 && (
        <Empty
          drawing="calendar"
          text={t(address.text === '' ? 'empty' : 'notFound')}
          action={address.text === '' && <Button onClick={onBook}>{t('book.open')}</Button>}
        />
      )}
      {[...days].map(([date, entries]) => (
        <section key={date}>
          <h2 className="ca-day-title">{fullDay(date)}</h2>
          <ul className="fd-list">
            {entries.map((entry) => (
              <Line
                key={entry.id}
                entry={entry}
                agentName={lanes.find(({ id }) => id === entry.aiAgentId)?.name}
                href={hrefOf(entry)}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button variant="default" my="md" onClick={() => list.fetchNextPage()} loading={list.isFetchingNextPage}>
          {t('shell:common.more')}
        </Button>
      )}
    </div>
  );
}

function Line({ entry, agentName, href }: { entry: Appointment; agentName: string | undefined; href: string }) {
  const { time } = useCalendarFormats();
  const { startTime, endTime, title, clientName, status } = entry;
  return (
    <li className="fd-line ca-line">
      <time dateTime={startTime}>
        {time(startTime)}–{time(endTime)}
      </time>
      <span className="ca-line-what">
        <Anchor component={Link} href={href} className="fd-line-name">
          {nameOf(entry)}
        </Anchor>
        {clientName !== null && clientName !== title && ` · ${title}`}
      </span>
      <span className="ca-line-what ca-line-agent">{agentName}</span>
      <UnconfirmedBadge unconfirmed={entry.unconfirmed} />
      <StatusMark status={status} />
    </li>
  );
}

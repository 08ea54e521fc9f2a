import { Anchor, Button, Group, Select, SimpleGrid, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { operationQuery } from '../../api/query.ts';
import { useEventWords } from '../../components/events/event-words.ts';
import { kindsQuery } from '../../components/events/kinds-query.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { Listed } from '../../components/page/listed.tsx';
import { useAddressFilter } from '../../components/page/use-address-filter.ts';
import { Time } from '../../components/values/time.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { endpointsQuery, type LoggedEvent, refreshMs } from './queries.ts';

const sources = [
  'API',
  'AGENT',
  'FLOW',
  'CAMPAIGN',
  'CHANNEL',
  'SYSTEM',
  'CONSOLE',
] as const satisfies LoggedEvent['source'][];
/** Logged but never delivered, so not in the catalogue. */
const onlyLogged = [
  'alert.raised',
  'assistant.called',
  'conversation.updated',
  'contacts.exported',
  'leads.exported',
  'orders.exported',
  'recipients.exported',
  'shop.exported',
  'backup.downloaded',
];
const pageSize = 50;

/** All events, newest first; filters and page are in the URL. */
export function EventLog({ shownId }: { shownId: string | null }) {
  const { t } = useTranslation('webhooks');
  const [, navigate] = useLocation();
  const { filter, query, set } = useAddressFilter();
  const log = useQuery({
    ...operationQuery('listEventLog', { query: { ...filter, limit: pageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const goTo = (page: number) => set('page', String(page));
  return (
    <>
      <Filters />
      <Listed
        query={log}
        empty={<Empty drawing="search" text={t('log.empty')} />}
        line={(event) => <Line key={event.id} event={event} href={`/webhooks/log/${event.id}${query}`} />}
      />
      {log.data && (
        <Group justify="space-between" mt="sm">
          <Text size="xs" c="dimmed">
            {t('log.kept')}
          </Text>
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              {t('log.page', { page: log.data.page, count: Math.max(1, Math.ceil(log.data.total / pageSize)) })}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={log.data.page === 1}
              onClick={() => goTo(log.data.page - 1)}
            >
              {t('log.later')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={!log.data.hasMore}
              onClick={() => goTo(log.data.page + 1)}
            >
              {t('log.earlier')}
            </Button>
          </Group>
        </Group>
      )}
      <EventDrawer id={shownId} onClose={() => navigate(`/webhooks/log${query}`)} />
    </>
  );
}

function Line({ event, href }: { event: LoggedEvent; href: string }) {
  const words = useEventWords();
  const { type, source, actor, occurredAt } = event;
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs">
      <div>
        <Anchor component={Link} href={href} className="fd-line-name">
          {words.kind(type)}
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace">
          {type}
        </Text>
      </div>
      <Text size="xs" c="dimmed">
        {actor.name === null ? words.source(source) : `${words.source(source)}: ${actor.name}`}
        {' · '}
        <Time at={occurredAt} style="exact" />
      </Text>
    </Group>
  );
}

function Filters() {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const { filter, set, choiceOf } = useAddressFilter();
  const endpoints = useQuery(endpointsQuery);
  const kinds = useQuery(kindsQuery);
  const types = [...(kinds.data?.data ?? []).map(({ type }) => type as string), ...onlyLogged];
  const day = (name: string) => ({
    value: filter[name] ?? '',
    onChange: (date: string) => set(name, date),
  });
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} mb="md">
      <Select
        {...choiceOf('event', t('deliveries.any'))}
        label={t('deliveries.event')}
        searchable
        data={types.map((type) => ({ value: type, label: words.kind(type) }))}
      />
      <Select
        {...choiceOf('source', t('deliveries.any'))}
        label={t('log.source')}
        data={sources.map((source) => ({ value: source, label: words.source(source) }))}
      />
      <Select
        {...choiceOf('webhookId', t('deliveries.any'))}
        label={t('deliveries.endpoint')}
        data={(endpoints.data?.data ?? []).map(({ id, url }) => ({ value: id, label: url }))}
      />
      <DateField {...day('dateFrom')} label={t('log.from')} />
      <DateField {...day('dateTo')} label={t('log.to')} />
    </SimpleGrid>
  );
}

import { Select, SimpleGrid } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { keyOf } from '../../api/query.ts';
import { useEventWords } from '../../components/events/event-words.ts';
import { kindsQuery } from '../../components/events/kinds-query.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { EndlessList } from '../../components/page/endless-list.tsx';
import { useAddressFilter } from '../../components/page/use-address-filter.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { type Delivery, endpointsQuery, refreshMs } from './queries.ts';

const statuses = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED'] as const satisfies Delivery['status'][];
const pageSize = 50;

/** Deliveries to the endpoints, newest first; the filters are in the URL. */
export function Deliveries({ shownId }: { shownId: string | null }) {
  const { t } = useTranslation('webhooks');
  const [, navigate] = useLocation();
  const { filter, query } = useAddressFilter();
  const deliveries = useInfiniteQuery({
    queryKey: keyOf('listDeliveries', { query: filter }),
    queryFn: ({ pageParam }) => call('listDeliveries', { query: { ...filter, limit: pageSize, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  });
  const all = deliveries.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <Filters />
      <EndlessList
        list={deliveries}
        items={all}
        empty={
          query === '' ? (
            <Empty drawing="webhook" text={t('deliveries.none')} />
          ) : (
            <Empty drawing="search" text={t('deliveries.empty')} />
          )
        }
        line={(delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} href={`/webhooks/deliveries/${delivery.id}${query}`} />
        )}
      />
      <DeliveryDrawer id={shownId} onClose={() => navigate(`/webhooks/deliveries${query}`)} />
    </>
  );
}

function Filters() {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const { choiceOf } = useAddressFilter();
  const endpoints = useQuery(endpointsQuery);
  const kinds = useQuery(kindsQuery);
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} mb="md">
      <Select
        {...choiceOf('endpointId', t('deliveries.any'))}
        label={t('deliveries.endpoint')}
        data={(endpoints.data?.data ?? []).map(({ id, url }) => ({ value: id, label: url }))}
      />
      <Select
        {...choiceOf('status', t('deliveries.any'))}
        label={t('deliveries.status')}
        data={statuses.map((status) => ({ value: status, label: t(`deliveries.${status}`) }))}
      />
      <Select
        {...choiceOf('event', t('deliveries.any'))}
        label={t('deliveries.event')}
        searchable
        data={(kinds.data?.data ?? []).map(({ type }) => ({ value: type, label: words.kind(type) }))}
      />
    </SimpleGrid>
  );
}

import { Button, Group, Select, SimpleGrid, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import type { Delivery } from '../../../server/areas/developers/schemas.ts';
import { api, withQuery } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Card, Empty } from '../../components/page.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { useEventWords } from './event-words.ts';
import { endpointsQuery, kindsQuery, refreshMs } from './queries.ts';

const statuses = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED'] as const satisfies Delivery['status'][];
const pageSize = 50;

interface DeliveryPage {
  data: Delivery[];
  nextCursor: string | null;
}

/** What was sent to the endpoints, newest first; the filters stand in the address. */
export function Deliveries({ shownId }: { shownId: string | null }) {
  const { t } = useTranslation('webhooks');
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const filter = Object.fromEntries(search);
  const deliveries = useInfiniteQuery({
    queryKey: ['webhooks', 'deliveries', filter],
    queryFn: ({ pageParam }) =>
      api.get<DeliveryPage>(withQuery('/api/developers/deliveries', { ...filter, limit: pageSize, cursor: pageParam })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  });
  const all = deliveries.data?.pages.flatMap(({ data }) => data) ?? [];
  const query = search.toString() === '' ? '' : `?${search}`;
  return (
    <>
      <Filters />
      {deliveries.error && <Failure error={deliveries.error} onRetry={deliveries.refetch} />}
      <Card>
        {deliveries.isPending && <Skeleton h={64} />}
        {deliveries.data && all.length === 0 && (
          <Empty text={t(query === '' ? 'deliveries.none' : 'deliveries.empty')} />
        )}
        {all.length > 0 && (
          <ul className="fd-list">
            {all.map((delivery) => (
              <DeliveryLine
                key={delivery.id}
                delivery={delivery}
                href={`/webhooks/deliveries/${delivery.id}${query}`}
              />
            ))}
          </ul>
        )}
        {deliveries.hasNextPage && (
          <Group justify="center" mt="sm">
            <Button
              variant="default"
              onClick={() => deliveries.fetchNextPage()}
              loading={deliveries.isFetchingNextPage}
            >
              {t('shell:common.more')}
            </Button>
          </Group>
        )}
      </Card>
      <DeliveryDrawer id={shownId} onClose={() => navigate(`/webhooks/deliveries${query}`)} />
    </>
  );
}

function Filters() {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const [search, setSearch] = useSearchParams();
  const endpoints = useQuery(endpointsQuery);
  const kinds = useQuery(kindsQuery);
  const fieldOf = (name: string) => ({
    placeholder: t('deliveries.any'),
    clearable: true,
    value: search.get(name),
    onChange: (value: string | null) =>
      setSearch((present) => {
        const next = new URLSearchParams(present);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      }),
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} mb="md">
      <Select
        {...fieldOf('endpointId')}
        label={t('deliveries.endpoint')}
        data={(endpoints.data?.data ?? []).map(({ id, url }) => ({ value: id, label: url }))}
      />
      <Select
        {...fieldOf('status')}
        label={t('deliveries.status')}
        data={statuses.map((status) => ({ value: status, label: t(`deliveries.${status}`) }))}
      />
      <Select
        {...fieldOf('event')}
        label={t('deliveries.event')}
        searchable
        data={(kinds.data?.data ?? []).map(({ type }) => ({ value: type, label: words.kind(type) }))}
      />
    </SimpleGrid>
  );
}

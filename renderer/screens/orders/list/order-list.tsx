import { Anchor, Button, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Query } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Listed } from '../../../components/page/listed.tsx';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { showPhone } from '../../../components/values/phone.ts';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole, useIsOwner } from '../../../session.ts';
import type { Order } from '../order.ts';
import { Payment, StatusBadge } from '../order-values.tsx';
import { ExportButton } from './export-button.tsx';
import { ListFilters } from './list-filters.tsx';

const pageSize = 50;
const sorts = ['-createdAt', 'createdAt', '-total', 'total'] as const;

/** All orders, newest first unless sorted otherwise; filters and page are in the URL. */
export function OrderList({ add }: { add: ReactNode }) {
  const { t } = useTranslation('orders');
  const isOwner = useIsOwner();
  const { filter, query, set } = useAddressFilter();
  const { view: _, ...wanted } = filter as Query<'listOrders'> & { view?: string };
  const orders = useQuery({
    ...operationQuery('listOrders', { query: { ...wanted, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  const { page: __, sort: ___, ...narrowing } = wanted;
  const isNarrowed = Object.keys(narrowing).length > 0;
  return (
    <div>
      <ListFilters />
      <Group justify="space-between" mb="xs" mih={36}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {orders.data && t('list.count', { count: orders.data.total })}
        </Text>
        <Group gap="xs">
          <Select
            w={150}
            aria-label={t('list.sort')}
            allowDeselect={false}
            data={sorts.map((value) => ({ value, label: t(`list.sorts.${value}`) }))}
            value={filter.sort ?? '-createdAt'}
            onChange={(sort) => set('sort', sort)}
          />
          {isOwner && <ExportButton filter={narrowing} count={orders.data?.total ?? 0} />}
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links in it */}
      <div onKeyDown={moveBetweenLines}>
        <Listed
          query={orders}
          empty={
            isNarrowed ? (
              <Empty drawing="search" text={t('noMatches')} />
            ) : (
              <Empty drawing="order" text={t('empty')} action={add} />
            )
          }
          line={(order) => <Line key={order.id} order={order} href={`/orders/${order.id}${query}`} />}
        />
      </div>
      {orders.data && orders.data.total > pageSize && (
        <Pages
          page={orders.data.page}
          count={Math.ceil(orders.data.total / pageSize)}
          onGo={(page) => set('page', `${page}`)}
        />
      )}
    </div>
  );
}

/** Up and down move between the lines. */
function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.fd-line-name')];
  const at = links.indexOf(event.target as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  links[at + step]?.focus();
}

function Line({ order, href }: { order: Order; href: string }) {
  const { t } = useTranslation('orders');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  const items = order.items.map(({ quantity, name }) => `${number(quantity)} × ${name}`).join(', ');
  return (
    <li className="fd-line or-line">
      <span className="or-line-number">#{order.number}</span>
      <span className="or-line-who">
        <Anchor component={Link} href={href} className="fd-line-name or-cut">
          {order.clientName}
        </Anchor>
        <Text span size="xs" c="dimmed" className="or-cut">
          {order.contactId !== null && order.clientPhone === null
            ? t('shell:hidden.number')
            : showPhone(order.clientPhone)}
        </Text>
      </span>
      <span className="or-line-items or-cut" title={items}>
        {items}
      </span>
      <span className="or-line-status">
        <StatusBadge status={order.status} />
      </span>
      <span className="or-line-payment">
        <Payment order={order} />
      </span>
      <span className="or-line-total or-money">{money(order.total, currency)}</span>
      <Text span size="xs" c="dimmed" className="or-line-time">
        <Time at={order.createdAt} style="short" />
      </Text>
    </li>
  );
}

function Pages({ page, count, onGo }: { page: number; count: number; onGo(page: number): void }) {
  const { t } = useTranslation('orders');
  return (
    <Group justify="flex-end" gap="xs" mt="sm">
      <Text size="xs" c="dimmed">
        {t('list.page', { page, count })}
      </Text>
      <Button size="compact-sm" variant="default" disabled={page === 1} onClick={() => onGo(page - 1)}>
        {t('list.newer')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={page >= count} onClick={() => onGo(page + 1)}>
        {t('list.older')}
      </Button>
    </Group>
  );
}

import '../../orders/words.ts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { operationQuery } from '../../../api/query.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import type { Contact } from '../types.ts';

const NewOrder = lazy(async () => ({ default: (await import('../../orders/form/new-order.tsx')).NewOrder }));

const mostShown = 5;

/** The latest orders of a person; each opens, and another one is written down here. */
export function OrdersOfPerson({ contact: { orders, phone, name } }: { contact: Contact }) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const { currency } = useConsole();
  const [isAdding, setIsAdding] = useState(false);
  const { data } = useQuery(operationQuery('listOrders', { query: { search: phone, limit: mostShown } }));
  return (
    <section aria-label={t('person.title')}>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h6">
          {t('person.title')}
        </Title>
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          {t('person.add')}
        </Button>
      </Group>
      <Stack gap={6}>
        {data?.data.map(({ id, number, status, total }) => (
          <Link key={id} href={`/orders/${id}`} className="ib-panel-link">
            <span className="ib-truncate">
              #{number} · {t(`statuses.${status}`)}
            </span>
            <span className="ib-nowrap">{money(total, currency)}</span>
          </Link>
        ))}
        {orders.count > 0 && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('list.count', { count: orders.count })}
            </Text>
            <Text size="sm" fw={600}>
              {money(orders.total, currency)}
            </Text>
          </Group>
        )}
      </Stack>
      {isAdding && (
        <Suspense>
          <NewOrder opened client={{ phone, name: name ?? '' }} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}

import '../../orders/words.ts';
import { Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { operationQuery } from '../../../api/query.ts';
import { writtenNameOf } from '../../../components/values/customer.ts';
import { showPhone } from '../../../components/values/phone.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import type { Contact } from '../types.ts';
import { PanelSection } from './panel-section.tsx';

const NewOrder = lazy(async () => ({ default: (await import('../../orders/form/new-order.tsx')).NewOrder }));

const mostShown = 5;

/** The latest orders of a person; each opens, and another one is written down here. */
export function OrdersOfPerson({ contact }: { contact: Contact }) {
  const { id, orders, phone } = contact;
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const { currency } = useConsole();
  const [isAdding, setIsAdding] = useState(false);
  const { data } = useQuery(operationQuery('listOrders', { query: { contactId: id, limit: mostShown } }));
  return (
    <PanelSection
      title={t('person.title')}
      add={{
        text: t('person.add'),
        icon: <IconPlus size={14} aria-hidden />,
        onClick: () => setIsAdding(true),
      }}
    >
      <Stack gap={6}>
        {data?.data.map(({ id: orderId, number, status, total }) => (
          <Link key={orderId} href={`/orders/${orderId}`} className="ib-panel-link">
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
          <NewOrder
            opened
            client={{ contactId: id, phone: showPhone(phone), name: writtenNameOf(contact) }}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </PanelSection>
  );
}

import '../../orders/words.ts';
import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { IconShoppingBag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';

type Order = Result<'getOrder'>;

const mostShown = 5;

/** Puts what one of the customer's orders holds into the message, where the person can change it. */
export function OrderSummary({ contactId, onInsert }: { contactId: string; onInsert(text: string): void }) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const { currency } = useConsole();
  const [isOpen, setIsOpen] = useState(false);
  const tell = useSummary();
  const { data } = useQuery({
    ...operationQuery('listOrders', { query: { contactId, limit: mostShown } }),
    enabled: isOpen,
  });
  return (
    <Menu position="top-start" shadow="md" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <Tooltip label={t('summary.open')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('summary.open')}>
            <IconShoppingBag size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {data?.data.length === 0 && <Menu.Item disabled>{t('summary.none')}</Menu.Item>}
        {data?.data.map((order) => (
          <Menu.Item key={order.id} onClick={() => onInsert(tell(order))}>
            #{order.number} · {t(`statuses.${order.status}`)}
            <Text span size="xs" c="dimmed" ml={8}>
              {money(order.total, currency)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The number and status of an order, its items, the fee, the total with its payment, and the address. */
function useSummary(): (order: Order) => string {
  const { t } = useTranslation('orders');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  return ({ number: orderNumber, status, items, deliveryFee, total, paymentStatus, address }) =>
    [
      `${t('detail.title', { number: orderNumber })} · ${t(`statuses.${status}`)}`,
      ...items.map(({ quantity, name, unitPrice }) =>
        t('summary.item', { quantity: number(quantity), name, price: money(quantity * unitPrice, currency) }),
      ),
      ...(deliveryFee ? [`${t('fee')}: ${money(deliveryFee, currency)}`] : []),
      `${t('total')}: ${money(total, currency)} (${paymentStatus === 'PAID' ? t('paid') : t('unpaid')})`,
      ...(address ? [`${t('delivery')}: ${address}`] : [t('pickup')]),
    ].join('\n');
}

import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight, IconChevronDown, IconMessage, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { UnconfirmedNote } from '../../../components/unconfirmed/unconfirmed.tsx';
import { showPhone } from '../../../components/values/phone.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { boardQuery, type Order, type OrderStatus, usualNext } from '../order.ts';
import { Elapsed, Handover, Payment, StatusBadge, Told } from '../order-values.tsx';
import { useNow } from '../use-now.ts';
import { useOrderActions } from '../use-order-actions.ts';

interface OrderDetailsProps {
  order: Order;
  onMove(order: Order, status: OrderStatus): void;
  onPrint(order: Order): void;
  onChange(): void;
  onClose(): void;
}

/** All of an order, and what can be done with it. */
export function OrderDetails({ order, onMove, onPrint, onChange, onClose }: OrderDetailsProps) {
  const { t } = useTranslation('orders');
  const { dateTime } = useFormats();
  const at = dateTime(order.createdAt);
  const { openChat } = useOrderActions();
  return (
    <Stack gap="lg">
      <UnconfirmedNote kind="order" id={order.id} unconfirmed={order.unconfirmed} />
      <Now order={order} onMove={onMove} />
      <Part title={t('detail.customer')}>
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Text fw={600}>{order.clientName}</Text>
            <Text size="sm" c="dimmed">
              {order.contactId !== null && order.clientPhone === null
                ? t('shell:hidden.number')
                : showPhone(order.clientPhone)}
            </Text>
          </div>
          <Button variant="light" leftSection={<IconMessage size={17} aria-hidden />} onClick={() => openChat(order)}>
            {t('detail.chat')}
          </Button>
        </Group>
        <Handover order={order} />
      </Part>
      <Items order={order} />
      {order.notes && (
        <Part title={t('detail.note')}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {order.notes}
          </Text>
        </Part>
      )}
      <PaymentPart order={order} />
      <Text size="xs" c="dimmed">
        {t('detail.created', { at, source: t(`sources.${order.source}`) })}
        <br />
        {t('detail.changed', { at: dateTime(order.updatedAt) })}
      </Text>
      <Acts order={order} onPrint={onPrint} onChange={onChange} onClose={onClose} />
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h4" mb={6}>
        {title}
      </Title>
      <Stack gap={6}>{children}</Stack>
    </section>
  );
}

/** The status, since when, and the statuses that may follow. */
function Now({ order, onMove }: Pick<OrderDetailsProps, 'order' | 'onMove'>) {
  const { t } = useTranslation('orders');
  const now = useNow();
  const { data: board } = useQuery(boardQuery);
  const usual = usualNext(order);
  const others = board?.columns.find(({ status }) => status === order.status)?.next.filter((next) => next !== usual);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StatusBadge status={order.status} />
        <Elapsed order={order} now={now} lateAfterMinutes={board?.lateAfterMinutes ?? Number.POSITIVE_INFINITY} />
        <Told order={order} />
      </Group>
      {usual && (
        <Group gap="xs">
          <Button rightSection={<IconArrowRight size={17} aria-hidden />} onClick={() => onMove(order, usual)}>
            {t(`statuses.${usual}`)}
          </Button>
          {others && others.length > 0 && (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                  {t('move.to')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map((status) => (
                  <Menu.Item
                    key={status}
                    {...(status === 'CANCELLED' ? { color: 'red' } : {})}
                    onClick={() => onMove(order, status)}
                  >
                    {t(`statuses.${status}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      )}
    </Stack>
  );
}

function Items({ order: { items, deliveryFee, total } }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  return (
    <Part title={t('detail.items')}>
      <ul className="or-lines">
        {items.map(({ name, quantity, unitPrice, notes }, index) => (
          <li key={index}>
            <span className="or-lines-quantity">{number(quantity)} ×</span>
            <span>
              {name}
              {notes && <em>{notes}</em>}
            </span>
            <span className="or-money">{money(quantity * unitPrice, currency)}</span>
          </li>
        ))}
        {deliveryFee !== null && deliveryFee > 0 && (
          <li>
            <span />
            <span>{t('fee')}</span>
            <span className="or-money">{money(deliveryFee, currency)}</span>
          </li>
        )}
        <li className="or-lines-total">
          <span />
          <span>{t('total')}</span>
          <span className="or-money">{money(total, currency)}</span>
        </li>
      </ul>
    </Part>
  );
}

function PaymentPart({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { pay } = useOrderActions();
  const isOpen = order.paymentStatus === 'PENDING' && order.status !== 'CANCELLED';
  return (
    <Part title={t('detail.payment')}>
      <Group justify="space-between">
        <Payment order={order} />
        {isOpen && order.status === 'AWAITING_PAYMENT' && (
          <ConfirmButton
            variant="light"
            color="brand"
            size="sm"
            question={t('detail.paidMoves')}
            onConfirm={() => pay(order)}
          >
            {t('detail.markPaid')}
          </ConfirmButton>
        )}
        {isOpen && order.status !== 'AWAITING_PAYMENT' && (
          <Button variant="light" onClick={() => pay(order)}>
            {t('detail.markPaid')}
          </Button>
        )}
      </Group>
    </Part>
  );
}

function Acts({ order, onPrint, onChange, onClose }: Omit<OrderDetailsProps, 'onMove'>) {
  const { t } = useTranslation('orders');
  const { remove } = useOrderActions();
  const onDelete = async () => {
    if (await remove(order)) onClose();
  };
  return (
    <Group gap="xs" className="or-foot">
      <Button variant="default" leftSection={<IconPencil size={17} aria-hidden />} onClick={onChange}>
        {t('detail.change')}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={17} aria-hidden />} onClick={() => onPrint(order)}>
        {t('detail.print')}
      </Button>
      <ConfirmButton
        variant="subtle"
        color="red"
        ml="auto"
        leftSection={<IconTrash size={17} aria-hidden />}
        question={t('detail.deleteQuestion', { number: order.number })}
        onConfirm={onDelete}
      >
        {t('detail.delete')}
      </ConfirmButton>
    </Group>
  );
}

import { Badge, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconBuildingStore,
  IconCheck,
  IconClock,
  IconMessageCheck,
  IconMessageOff,
  IconMoped,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../components/values/use-formats.ts';
import { isDelivery, isLate, type Order, type OrderStatus } from './order.ts';

const colors: Record<OrderStatus, string> = {
  AWAITING_PAYMENT: 'blue',
  PREPARING: 'brand',
  READY_FOR_PICKUP: 'violet',
  OUT_FOR_DELIVERY: 'violet',
  COMPLETED: 'gray',
  CANCELLED: 'gray',
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('orders');
  return (
    <Badge variant="light" tt="none" color={colors[status]} style={{ flex: 'none' }}>
      {t(`statuses.${status}`)}
    </Badge>
  );
}

interface ElapsedProps {
  order: Order;
  now: number;
  lateAfterMinutes: number;
}

/** Time since the last change; gold once the customer waits for too long. */
export function Elapsed({ order, now, lateAfterMinutes }: ElapsedProps) {
  const { t } = useTranslation('orders');
  const { duration, dateTime } = useFormats();
  const ms = Math.max(0, now - Date.parse(order.updatedAt));
  const late = isLate(order, lateAfterMinutes, now);
  return (
    <time
      className="or-elapsed"
      data-late={late || undefined}
      dateTime={order.updatedAt}
      title={dateTime(order.updatedAt)}
    >
      {late && <IconClock size={15} aria-hidden />}
      {late && <VisuallyHidden>{t('late')}</VisuallyHidden>}
      {ms < 60_000 ? t('justNow') : duration(ms)}
    </time>
  );
}

export function Paid({ order: { paymentStatus } }: { order: Order }) {
  const { t } = useTranslation('orders');
  const isPaid = paymentStatus === 'PAID';
  return (
    <span className="or-fact" data-paid={isPaid || undefined}>
      {isPaid && <IconCheck size={15} aria-hidden />}
      {isPaid ? t('paid') : t('unpaid')}
    </span>
  );
}

/** Whether an order is paid, and how. */
export function Payment({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { paymentMethod } = order;
  return (
    <span className="or-payment">
      <Paid order={order} />
      {paymentMethod && <span className="or-cut">· {t(`methods.${paymentMethod}`)}</span>}
    </span>
  );
}

/** The address, or that the customer fetches it. */
export function Handover({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const delivers = isDelivery(order);
  const Icon = delivers ? IconMoped : IconBuildingStore;
  return (
    <span className="or-fact or-handover-fact">
      <Icon size={16} aria-hidden />
      <span className="or-cut">{delivers ? order.address : t('pickup')}</span>
    </span>
  );
}

/** What became of the message about the latest change; nothing if none was asked for. */
export function Told({ order: { notification, clientName } }: { order: Order }) {
  const { t } = useTranslation('orders');
  if (!notification) return null;
  const isTold = notification.status === 'SENT' || notification.status === 'WAITING';
  const Icon = isTold ? IconMessageCheck : IconMessageOff;
  return (
    <Tooltip label={t(`told.${notification.status}`, { name: clientName })}>
      <span className="or-fact">
        <Icon size={15} aria-hidden />
        {t(`told.short.${notification.status}`)}
      </span>
    </Tooltip>
  );
}

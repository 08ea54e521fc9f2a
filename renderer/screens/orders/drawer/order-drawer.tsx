import { Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { agentsQuery } from '../form/new-order.tsx';
import { OrderForm } from '../form/order-form.tsx';
import { type Order, type OrderStatus, orderQuery } from '../order.ts';
import { OrderDetails } from './order-details.tsx';

interface OrderDrawerProps {
  id: string | null;
  onClose(): void;
  onMove(order: Order, status: OrderStatus): void;
  onPrint(order: Order): void;
}

/** One order: what it is, what can be done with it, and the form that changes it. */
export function OrderDrawer({ id, onClose, ...acts }: OrderDrawerProps) {
  const { t } = useTranslation('orders');
  const { data: order } = useQuery({ ...orderQuery(id ?? ''), enabled: id !== null });
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={order && id !== null ? t('detail.title', { number: order.number }) : t('detail.loading')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {id !== null && <Content key={id} id={id} onClose={onClose} {...acts} />}
    </Drawer>
  );
}

function Content({ id, onClose, onMove, onPrint }: OrderDrawerProps & { id: string }) {
  const { t } = useTranslation('orders');
  const { data: order, error, refetch } = useQuery(orderQuery(id));
  const [isChanging, setIsChanging] = useState(false);
  // What is known of the order is shown at once, and read again.
  useEffect(() => void refetch(), [refetch]);
  if (!order) {
    if (!error) return <Loading shape="form" count={4} />;
    return 'status' in error && error.status === 404 ? (
      <Text>{t('detail.missing')}</Text>
    ) : (
      <Failure error={error} onRetry={refetch} />
    );
  }
  if (!isChanging) {
    return <OrderDetails {...{ order, onMove, onPrint, onClose }} onChange={() => setIsChanging(true)} />;
  }
  const stop = () => setIsChanging(false);
  return (
    <Loaded query={agentsQuery}>
      {({ data }) => <OrderForm agents={data} order={order} onSaved={stop} onCancel={stop} />}
    </Loaded>
  );
}

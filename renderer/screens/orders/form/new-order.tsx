import '../words.ts';
import '../orders.css';
import { Alert, Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import type { Order } from '../order.ts';
import type { Client } from './order-fields.ts';
import { OrderForm } from './order-form.tsx';

interface NewOrderProps {
  opened: boolean;
  /** Whom the order is for; absent: the form asks. */
  client?: Client | undefined;
  onClose(): void;
  onCreated?(order: Order): void;
}

export const agentsQuery = operationQuery('listAgents', { query: { archived: false } });

/** Drawer with the form of a new order. */
export function NewOrder({ opened, client, onClose, onCreated }: NewOrderProps) {
  const { t } = useTranslation('orders');
  const onSaved = (order: Order) => {
    notifyDone(t('form.created', { number: order.number }));
    onClose();
    onCreated?.(order);
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={560}
      title={t('add')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Loaded query={agentsQuery}>
        {({ data }) =>
          data.length === 0 ? (
            <Alert color="orange">{t('form.noAgent')}</Alert>
          ) : (
            <OrderForm agents={data} client={client} onSaved={onSaved} onCancel={onClose} />
          )
        }
      </Loaded>
    </Drawer>
  );
}

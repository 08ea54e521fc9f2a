import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, routeOf, send } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { ApiError } from '../../../api/refusals.ts';
import type { Form } from '../../../components/form/form.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { BegunNote } from '../../../kept/begun-note.tsx';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import { type Begun, useBegun } from '../../../kept/use-kept.ts';
import { newId } from '../../../reserved/new-id.ts';
import { useConsole } from '../../../session.ts';
import { type Order, type OrderItem, paymentMethods } from '../order.ts';
import { putOrder } from '../use-order-actions.ts';
import { ClientFields } from './client-fields.tsx';
import { ItemsField } from './items-field.tsx';
import {
  type Client,
  newFields,
  type OrderFields,
  readItems,
  toChanges,
  toDraft,
  toFields,
  typedTotal,
} from './order-fields.ts';

interface OrderFormProps {
  /** Whose catalog the items are taken from; the first one is the default. */
  agents: { id: string; name: string }[];
  /** The order that is changed; absent: a new one. */
  order?: Order;
  /** Whom a new order is for. */
  client?: Client | undefined;
  onSaved(order: Order): void;
  onCancel(): void;
}

/** Creates or changes an order; its total follows from its items and the delivery fee. */
export function OrderForm({ agents, order, client, onSaved, onCancel }: OrderFormProps) {
  const { t } = useTranslation('orders');
  const place = `order.${order?.id ?? `new.${client?.contactId ?? client?.phone ?? ''}`}`;
  const first = order ? toFields(order) : newFields(agents[0]?.id ?? '', client);
  const { form, begun } = useBegunForm<OrderFields>(place, first);
  const save = useOrderSave(form, order, { place, begun, onSaved });
  const cancel = () => {
    begun.forget();
    onCancel();
  };
  const { items, aiAgentId } = form.values;
  const read = readItems(items);
  const onSubmit = () => {
    if (items.length === 0) form.setFieldError('items', t('form.noItems'));
    else if (read) save.mutate(read);
  };
  const other = restOf(save.error, ['clientName', 'clientPhone', 'address', 'notes']);
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="md">
        <BegunNote begun={begun} />
        <ClientFields form={form} isOrphan={order?.contactId === null} />
        {!order && agents.length > 1 && (
          <Select
            label={t('form.agent')}
            data={agents.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('aiAgentId')}
          />
        )}
        <ItemsField
          agentId={aiAgentId}
          items={items}
          error={form.errors.items as string | undefined}
          onChange={(next) => {
            form.setFieldValue('items', next);
            form.clearFieldError('items');
          }}
        />
        <HandoverFields form={form} />
        <PaymentFields form={form} order={order} />
        <Textarea label={t('form.note')} autosize minRows={2} maxLength={500} {...form.getInputProps('notes')} />
        {other && (
          <Alert color="red" role="alert">
            {other.message}
          </Alert>
        )}
        <Foot
          total={typedTotal(form.values)}
          isNew={!order}
          isSaving={save.isPending}
          isReady={read !== null}
          onCancel={cancel}
        />
      </Stack>
    </form>
  );
}

function HandoverFields({ form }: { form: Form<OrderFields> }) {
  const { t } = useTranslation('orders');
  const isDelivered = form.values.handover === 'delivery';
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('form.handover')}
        data={(['delivery', 'pickup'] as const).map((value) => ({ value, label: t(value) }))}
        {...form.getInputProps('handover')}
      />
      {isDelivered && (
        <div className="or-handover">
          <TextInput label={t('form.address')} required maxLength={200} {...form.getInputProps('address')} />
          <NumberField
            label={t('fee')}
            min={0}
            max={9_999_999}
            decimals={2}
            isPrice
            value={form.values.deliveryFee}
            onChange={(fee) => form.setFieldValue('deliveryFee', fee)}
          />
        </div>
      )}
    </Stack>
  );
}

function PaymentFields({ form, order }: { form: Form<OrderFields>; order: Order | undefined }) {
  const { t } = useTranslation('orders');
  const movesOn = order?.status === 'AWAITING_PAYMENT' && form.values.isPaid;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label={t('form.method')}
        placeholder={t('form.methodNone')}
        data={paymentMethods.map((value) => ({ value, label: t(`methods.${value}`) }))}
        {...form.getInputProps('paymentMethod')}
      />
      <Switch
        className="or-paid-switch"
        label={t('form.isPaid')}
        description={movesOn ? t('detail.paidMoves') : undefined}
        {...form.getInputProps('isPaid', { type: 'checkbox' })}
      />
    </SimpleGrid>
  );
}

interface FootProps {
  total: number;
  isNew: boolean;
  isSaving: boolean;
  isReady: boolean;
  onCancel(): void;
}

function Foot({ total, isNew, isSaving, isReady, onCancel }: FootProps) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const { currency } = useConsole();
  return (
    <Group justify="space-between" className="or-foot">
      <p className="or-total" aria-live="polite">
        {t('total')} <strong>{money(total, currency)}</strong>
      </p>
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('shell:common.cancel')}
        </Button>
        <Button type="submit" loading={isSaving} disabled={!isReady}>
          {isNew ? t('form.create') : t('shell:common.save')}
        </Button>
      </Group>
    </Group>
  );
}

interface OrderSave {
  /** Place of the kept form. */
  place: string;
  begun: Begun;
  onSaved(order: Order): void;
}

/** Saves the order and shows it at once; shows faults at their fields. */
function useOrderSave(form: Form<OrderFields>, order: Order | undefined, { place, begun, onSaved }: OrderSave) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  // Repeated after a lost response or a reload: a new key would create the order twice.
  const [key, setKey] = useBegun<string | null>(`${place}.key`, null);
  return useMutation({
    mutationFn: async (items: OrderItem[]): Promise<Order> => {
      if (order) {
        const body = toChanges(form.values, items, order);
        return Object.keys(body).length === 0 ? order : call('updateOrder', { path: { id: order.id }, body });
      }
      const used = key ?? newId();
      setKey(used);
      const { method, address } = routeOf('createOrder', {});
      const body = toDraft(form.values, items);
      return (await send<Order>(method, address, body, { 'Idempotency-Key': used })).state;
    },
    onSuccess: (saved) => {
      setKey(null);
      begun.forget();
      putOrder(client, saved);
      invalidate(client, ['listOrders', 'getOrderOverview', 'getContact']);
      onSaved(saved);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 0) setKey(null);
      const { clientPhone, ...others } = fieldsOf(error);
      form.setErrors(clientPhone ? { ...others, clientPhone: t('form.badPhone') } : others);
    },
  });
}

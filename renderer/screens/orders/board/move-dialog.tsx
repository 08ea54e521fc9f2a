import { Button, Modal, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Order, OrderStatus } from '../order.ts';
import { useOrderActions } from '../use-order-actions.ts';

/** A move that waits for its confirmation. */
export interface Move {
  order: Order;
  status: OrderStatus;
}

/** Asks whether to move an order, which cannot be undone, and whether to tell the customer; the last answer is the default. */
export function MoveDialog({ move, onClose }: { move: Move | null; onClose(): void }) {
  const { t } = useTranslation('orders');
  const { order, status } = move ?? {};
  const values = { number: order?.number, status: status && t(`statuses.${status}`) };
  return (
    <Modal
      opened={move !== null}
      onClose={onClose}
      size="sm"
      centered
      title={status === 'CANCELLED' ? t('move.cancelTitle', values) : t('move.title', values)}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {move && <Choices move={move} onClose={onClose} />}
    </Modal>
  );
}

function Choices({ move: { order, status }, onClose }: { move: Move; onClose(): void }) {
  const { t } = useTranslation('orders');
  const { move } = useOrderActions();
  const [tells, setTells] = useLocalStorage({
    key: 'frontdesk.orders.tells',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const isCancelling = status === 'CANCELLED';
  const choose = (tell: boolean) => {
    setTells(tell);
    onClose();
    move(order, status, tell);
  };
  const choice = (tell: boolean, text: string) => (
    <Button
      fullWidth
      variant={tell === tells ? 'filled' : 'default'}
      {...(isCancelling ? { color: 'red' } : {})}
      data-autofocus={tell === tells || undefined}
      onClick={() => choose(tell)}
    >
      {text}
    </Button>
  );
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" mb={4}>
        {t('move.help')}
      </Text>
      {choice(true, t(isCancelling ? 'move.cancelTell' : 'move.tell', { name: order.clientName }))}
      {choice(false, t(isCancelling ? 'move.cancelOnly' : 'move.only'))}
      <Button fullWidth variant="subtle" color="gray" onClick={onClose}>
        {t('move.keep')}
      </Button>
    </Stack>
  );
}

import { Button, Modal, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order, OrderStatus } from '../order.ts';
import { useOrderActions } from '../use-order-actions.ts';

/** A move that waits for its confirmation. */
interface Move {
  order: Order;
  status: OrderStatus;
  /** It is made or given up. */
  onDone(): void;
}

/** The move that is being asked about. */
export function useMove() {
  const [move, setMove] = useState<Move | null>(null);
  const ask = useCallback(
    (order: Order, status: OrderStatus) =>
      new Promise<void>((resolve) => setMove({ order, status, onDone: resolve })).then(() => focusCard(order.id)),
    [],
  );
  const close = useCallback(() => setMove(null), []);
  return { move, ask, close };
}

/** The card may be in another column than when the dialog opened. */
const focusCard = (id: string): void =>
  void setTimeout(() => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus());

/**
 * Asks whether to move an order, since that cannot be undone, and whether to tell the customer; the last answer is the
 * default.
 */
export function MoveDialog({ move, onClose }: { move: Move | null; onClose(): void }) {
  const { t } = useTranslation('orders');
  const { order, status } = move ?? {};
  const values = { number: order?.number, status: status && t(`statuses.${status}`) };
  const giveUp = () => {
    onClose();
    move?.onDone();
  };
  return (
    <Modal
      opened={move !== null}
      onClose={giveUp}
      size="sm"
      centered
      returnFocus={false}
      title={status === 'CANCELLED' ? t('move.cancelTitle', values) : t('move.title', values)}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {move && <Choices move={move} onClose={onClose} onGiveUp={giveUp} />}
    </Modal>
  );
}

interface ChoicesProps {
  move: Move;
  onClose(): void;
  onGiveUp(): void;
}

function Choices({ move: { order, status, onDone }, onClose, onGiveUp }: ChoicesProps) {
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
    onDone();
  };
  const choice = (tell: boolean, text: string) => (
    <Button
      fullWidth
      variant={tell === tells ? 'filled' : 'default'}
      {...(isCancelling && tell === tells ? { color: 'red' } : {})}
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
      <Button fullWidth variant="subtle" color="gray" onClick={onGiveUp}>
        {t('move.keep')}
      </Button>
    </Stack>
  );
}

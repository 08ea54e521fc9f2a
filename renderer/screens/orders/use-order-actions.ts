import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyDone, notifyFailure, notifyTrouble, notifyUndo } from '../../components/feedback/notify.ts';
import { type Board, boardQuery, type Order, type OrderStatus, orderQuery } from './order.ts';

type Change = Body<'updateOrder'>;

/** What a person does with an order. Each shows at once, and reverts if the server rejects it. */
export function useOrderActions() {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMemo(() => {
    /** Resolves to the order as the server has it; to null if the change was rejected. */
    const change = async (order: Order, expected: Partial<Order>, body: Change): Promise<Order | null> => {
      putOrder(client, { ...order, ...expected, updatedAt: new Date().toISOString() });
      try {
        const changed = await call('updateOrder', { path: { id: order.id }, body });
        putOrder(client, changed);
        return changed;
      } catch (error) {
        putOrder(client, order);
        notifyFailure(error as Error);
        return null;
      } finally {
        invalidate(client, ['listOrders', 'getOrderOverview']);
      }
    };
    return {
      async move(order: Order, status: OrderStatus, notifyClient: boolean) {
        const changed = await change(order, { status }, { status, notifyClient });
        if (!changed?.notification) return;
        const told = t(`told.${changed.notification.status}`, { name: changed.clientName });
        const isTold = changed.notification.status === 'SENT' || changed.notification.status === 'WAITING';
        (isTold ? notifyDone : notifyTrouble)(
          `${t('move.done', { number: changed.number, status: t(`statuses.${status}`) })} · ${told}`,
        );
      },
      /** Offers to undo it, unless the payment moved the order: orders only go forward. */
      async pay(order: Order) {
        const moves = order.status === 'AWAITING_PAYMENT';
        const expected: Partial<Order> = { paymentStatus: 'PAID', ...(moves && { status: 'PREPARING' }) };
        const paid = await change(order, expected, { paymentStatus: 'PAID' });
        if (!paid) return;
        const text = t('detail.markedPaid', { number: order.number });
        if (moves) notifyDone(text);
        else notifyUndo(text, () => change(paid, { paymentStatus: 'PENDING' }, { paymentStatus: 'PENDING' }));
      },
      async remove({ id, number }: Order) {
        try {
          await call('deleteOrder', { path: { id } });
          notifyDone(t('detail.deleted', { number }));
          invalidate(client, reads.orders);
          return true;
        } catch (error) {
          notifyFailure(error as Error);
          return false;
        }
      },
      async openChat({ id, clientName }: Order) {
        try {
          const { conversationId } = await call('findOrderConversation', { path: { id } });
          if (conversationId === null) notifyTrouble(t('detail.noChat', { name: clientName }));
          else navigate(`/inbox/${conversationId}`);
        } catch (error) {
          notifyFailure(error as Error);
        }
      },
    };
  }, [client, t, navigate]);
}

/** Shows an order wherever it is shown. */
export function putOrder(client: QueryClient, order: Order): void {
  client.setQueryData(orderQuery(order.id).queryKey, order);
  client.setQueryData(boardQuery.queryKey, (board) => board && placeOrder(board, order));
}

/** The board with an order in the column of its status. */
function placeOrder(board: Board, order: Order): Board {
  const columns = board.columns.map((column) => {
    const before = column.orders.find(({ id }) => id === order.id);
    if (!before && column.status !== order.status) return column;
    if (before?.status === order.status && before.updatedAt === order.updatedAt) {
      return { ...column, orders: column.orders.map((one) => (one.id === order.id ? order : one)) };
    }
    const others = column.orders.filter(({ id }) => id !== order.id);
    const isHere = column.status === order.status;
    const here = isHere ? [order] : [];
    return {
      ...column,
      count: column.count - (before ? 1 : 0) + (isHere ? 1 : 0),
      total: column.total - (before?.total ?? 0) + (isHere ? order.total : 0),
      orders: column.newestFirst ? [...here, ...others] : [...others, ...here],
    };
  });
  return { ...board, columns };
}

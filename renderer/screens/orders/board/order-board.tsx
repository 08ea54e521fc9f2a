import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconList, IconMessage, IconPrinter } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Board, type BoardColumn, type Move } from '../../../components/board/board.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { type Board as Loaded, type Order, type OrderStatus, usualNext } from '../order.ts';
import { useNow } from '../use-now.ts';
import { useOrderActions } from '../use-order-actions.ts';
import { OrderCard } from './order-card.tsx';

export interface OrderBoardProps {
  board: Loaded;
  openId: string | null;
  /** Orders that have just arrived. */
  freshIds: ReadonlySet<string>;
  /** Asks about a move; resolves when it is made or given up. */
  ask(order: Order, status: OrderStatus): Promise<void>;
  onPrint(order: Order): void;
}

const idOf = ({ id }: Order): string => id;
const amountOf = ({ total }: Order): number => total;
const hrefOf = ({ id }: Order): string => `/orders/${id}`;

/** All open orders by status, and those that were finished today. */
export function OrderBoard({ board, openId, freshIds, ask, onPrint }: OrderBoardProps) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const { currency } = useConsole();
  const { openChat } = useOrderActions();
  const now = useNow();
  // Data of a new round follow each move, also one that was given up: the card is where they have it.
  const [round, setRound] = useState(0);
  const columns = useMemo(() => toColumns(board, (status) => t(`board.columns.${status}`)), [board, t, round]);
  const onMove = async ({ card, to }: Move<Order>) => {
    await ask(card, to as OrderStatus);
    setTimeout(() => setRound((before) => before + 1));
  };
  const canMove = useCallback(
    ({ status }: Order, to: BoardColumn<Order>) => {
      const { next = [] } = board.columns.find((column) => column.status === status) ?? {};
      if (next.includes(to.id as OrderStatus)) return null;
      const from = t(`statuses.${status}`);
      return next.length === 0
        ? t('board.final', { status: from })
        : t('board.notAllowed', { from, to: t(`statuses.${to.id as OrderStatus}`) });
    },
    [board, t],
  );
  const nameOf = useCallback((order: Order) => `#${order.number} ${order.clientName}`, []);
  const render = useCallback(
    (order: Order) => (
      <OrderCard order={order} now={now} lateAfterMinutes={board.lateAfterMinutes} isFresh={freshIds.has(order.id)} />
    ),
    [now, board.lateAfterMinutes, freshIds],
  );
  const cardMenu = useCallback(
    (order: Order) => <CardMenu onPrint={() => onPrint(order)} onChat={() => openChat(order)} />,
    [onPrint, openChat],
  );
  const columnActions = useCallback((column: BoardColumn<Order>) => <WholeColumn column={column} />, []);
  const formatSum = useCallback((sum: number) => money(sum, currency), [money, currency]);
  const keys = useMemo(() => ({ p: onPrint, c: openChat }), [onPrint, openChat]);
  return (
    <div className="or-board" onKeyDownCapture={useUsualMove(board, ask)}>
      <Board
        {...{
          columns,
          idOf,
          hrefOf,
          nameOf,
          render,
          cardMenu,
          columnActions,
          canMove,
          formatSum,
          keys,
          openId,
        }}
        amountOf={amountOf}
        label={t('board.label')}
        onMove={onMove}
      />
    </div>
  );
}

/** The same column for the same orders, so that only what has changed renders. */
const columnOf = new WeakMap<Loaded['columns'][number], BoardColumn<Order>>();

const toColumns = (board: Loaded, titleOf: (status: OrderStatus) => string): BoardColumn<Order>[] =>
  board.columns.map((loaded) => {
    const { status, count, total, orders } = loaded;
    const title = titleOf(status);
    const known = columnOf.get(loaded);
    if (known?.title === title) return known;
    // What was cancelled earns nothing.
    const sum = status === 'CANCELLED' ? {} : { sum: total };
    const column = { id: status, title, count, ...sum, cards: orders };
    columnOf.set(loaded, column);
    return column;
  });

/** Shift+→ leads to the status that usually follows, which is not always that of the next column. */
function useUsualMove(board: Loaded, ask: OrderBoardProps['ask']) {
  const latest = useRef(board);
  latest.current = board;
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== 'ArrowRight' || !event.shiftKey) return;
      const { card } = (event.target as HTMLElement).dataset;
      const order = latest.current.columns.flatMap(({ orders }) => orders).find(({ id }) => id === card);
      const next = order && usualNext(order);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      ask(order, next);
    },
    [ask],
  );
}

function CardMenu({ onPrint, onChat }: { onPrint(): void; onChat(): void }) {
  const { t } = useTranslation('orders');
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
        {t('detail.print')}
      </Menu.Item>
      <Menu.Item leftSection={<IconMessage size={16} aria-hidden />} onClick={onChat}>
        {t('detail.chat')}
      </Menu.Item>
    </>
  );
}

/** Leads to the list of a status of which the board shows only a part. */
function WholeColumn({ column: { id, count, cards } }: { column: BoardColumn<Order> }) {
  const { t } = useTranslation('orders');
  if (count <= cards.length) return null;
  const label = t('board.rest', { count });
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        href={`/orders?view=list&status=${id}`}
        variant="subtle"
        color="gray"
        aria-label={label}
      >
        <IconList size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

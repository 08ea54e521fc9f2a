import './words.ts';
import './orders.css';
import { Button, Group, SegmentedControl, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { Empty } from '../../components/feedback/empty.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { useHotkeys } from '../../components/hotkeys/use-hotkeys.ts';
import { useCreating } from '../../components/page/use-creating.ts';
import { useCollapsedNav } from '../../nav/use-collapsed-nav.ts';
import { MoveDialog, useMove } from './board/move-dialog.tsx';
import { OrderBoard, type OrderBoardProps } from './board/order-board.tsx';
import { OrderDrawer } from './drawer/order-drawer.tsx';
import { Figures } from './figures.tsx';
import { NewOrder } from './form/new-order.tsx';
import { OrderList } from './list/order-list.tsx';
import { boardQuery, type Order } from './order.ts';
import { PrintDialog } from './print/print-dialog.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useFreshOrders } from './use-fresh-orders.ts';

type View = 'board' | 'list';

/** The shop's orders: a board of what is open, a list of all, and one of them in a drawer. */
export default function Orders() {
  const { t } = useTranslation('orders');
  const { id: openId = null } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [isCreating, setIsCreating] = useCreating();
  const [printed, setPrinted] = useState<Order | null>(null);
  const { move, ask, close } = useMove();
  const view: View = search.get('view') === 'list' ? 'list' : 'board';
  // The board has six columns.
  const isNarrow = useMediaQuery('(max-width: 1500px)', window.innerWidth <= 1500);
  useCollapsedNav(view === 'board' && isNarrow);
  const onPrint = useCallback((order: Order) => setPrinted(order), []);
  useHotkeys([['n', () => setIsCreating(true)]]);
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <div className="or" data-view={view}>
      <Group justify="space-between" gap="sm" className="or-head">
        <Title order={1}>{t('shell:nav.orders')}</Title>
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('views.label')}
            value={view}
            onChange={(next) => navigate(next === 'list' ? '/orders?view=list' : '/orders')}
            data={(['board', 'list'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          />
          {add}
        </Group>
      </Group>
      <Figures />
      {view === 'list' ? <OrderList add={add} /> : <BoardView {...{ openId, ask, onPrint, add }} />}
      <OrderDrawer
        id={openId}
        onClose={() => navigate(search.size === 0 ? '/orders' : `/orders?${search}`)}
        onMove={ask}
        onPrint={onPrint}
      />
      <NewOrder opened={isCreating} onClose={() => setIsCreating(false)} />
      <MoveDialog move={move} onClose={close} />
      <Shortcuts />
      <PrintDialog order={printed} onClose={() => setPrinted(null)} />
    </div>
  );
}

type BoardViewProps = Omit<OrderBoardProps, 'board' | 'freshIds'> & { add: ReactNode };

function BoardView({ add, ...props }: BoardViewProps) {
  const { t } = useTranslation('orders');
  const freshIds = useFreshOrders();
  const { data: board, error, refetch } = useQuery(boardQuery);
  if (!board) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
  const isEmpty = board.columns.every(({ count }) => count === 0);
  return isEmpty ? (
    <Empty drawing="order" text={t('empty')} action={add} />
  ) : (
    <OrderBoard board={board} freshIds={freshIds} {...props} />
  );
}

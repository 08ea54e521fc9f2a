import { Text } from '@mantine/core';
import { memo, type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useFormats } from '../values/use-formats.ts';
import { CardFrame, type MoveTarget } from './card-frame.tsx';
import type { BoardColumn, Place } from './columns.ts';
import { useColumnDrop } from './use-drag.ts';

/** What of a board is the same for all its columns. */
export interface ColumnSetup<Card> {
  idOf(card: Card): string;
  nameOf(card: Card): string;
  hrefOf(card: Card): string;
  render(card: Card): ReactNode;
  isOrdered: boolean;
  cardMenu: ((card: Card) => ReactNode) | undefined;
  columnTitle: ((column: BoardColumn<Card>) => ReactNode) | undefined;
  columnActions: ((column: BoardColumn<Card>) => ReactNode) | undefined;
  formatSum: ((sum: number) => string) | undefined;
  targetsOf(card: Card): MoveTarget[];
  move(card: Card, columnId: string): void;
  loadMore(columnId: string): void;
  /** Keeps the handle by which the board scrolls to a card. */
  register(columnId: string, handle: VirtualizerHandle | null): void;
}

interface ColumnProps<Card> {
  setup: ColumnSetup<Card>;
  column: BoardColumn<Card>;
  /** Card that Tab reaches, if it is here. */
  tabStopId: string | null;
  openId: string | null;
  /** Place of a dragged card, if it is here. */
  place: Place | null;
  /** Why the dragged card cannot be dropped here. */
  refusal: string | null;
}

/** Cards before the end at which more are loaded. */
const lookAhead = 20;
const bufferPx = 150;
/** Height of a low card: guessed lower, more cards are drawn at first than have room. */
const lowCardPx = 100;
/** Cards drawn before the column is measured. */
const firstCards = 6;

function ColumnView<Card>({ setup, column, tabStopId, openId, place, refusal }: ColumnProps<Card>) {
  const { t } = useTranslation('board');
  const frame = useRef<HTMLElement>(null);
  useColumnDrop(frame, column.id);
  const { handle, onScroll } = useLoadMore(setup, column);
  const kept = useMemo(
    () => [column.cards.findIndex((card) => setup.idOf(card) === tabStopId)].filter((index) => index >= 0),
    [column.cards, setup, tabStopId],
  );
  return (
    <section
      ref={frame}
      className="bd-column"
      aria-label={t('columnOf', { column: column.title, count: column.count })}
      data-column={column.id}
      data-over={place ? (refusal === null ? 'accepts' : 'refuses') : undefined}
    >
      <ColumnHeader setup={setup} column={column} />
      {place && refusal !== null && <p className="bd-refusal">{refusal}</p>}
      <div className="bd-cards">
        {column.cards.length === 0 && (
          <Text size="sm" c="dimmed" className="bd-none">
            {t('none')}
          </Text>
        )}
        <Virtualizer
          ref={handle}
          as="ul"
          item="li"
          bufferSize={bufferPx}
          itemSize={lowCardPx}
          ssrCount={Math.min(firstCards, column.cards.length)}
          keepMounted={kept}
          data={column.cards}
          onScroll={onScroll}
        >
          {(card) => {
            const id = setup.idOf(card);
            return (
              <CardFrame
                key={id}
                id={id}
                name={setup.nameOf(card)}
                href={setup.hrefOf(card)}
                isTabStop={id === tabStopId}
                isOpen={id === openId}
                isOrdered={setup.isOrdered}
                dropSide={refusal === null && place?.beside?.id === id ? place.beside.side : undefined}
                targets={() => setup.targetsOf(card)}
                onMove={(columnId) => setup.move(card, columnId)}
                menuItems={setup.cardMenu?.(card)}
              >
                {setup.render(card)}
              </CardFrame>
            );
          }}
        </Virtualizer>
      </div>
    </section>
  );
}

/** A column; renders only when something in it changes. */
export const Column = memo(ColumnView) as typeof ColumnView;

/** Loads more cards when the end of the loaded ones is near, also without scrolling where they do not fill the column. */
function useLoadMore<Card>(setup: ColumnSetup<Card>, column: BoardColumn<Card>) {
  const handle = useRef<VirtualizerHandle>(null);
  const loadIfNear = useEffectEvent(() => {
    const list = handle.current;
    if (!list || !column.hasMore) return;
    const last = list.findItemIndex(list.scrollOffset + list.viewportSize);
    if (last > column.cards.length - lookAhead) setup.loadMore(column.id);
  });
  const { register } = setup;
  const loadedCount = column.cards.length;
  useEffect(() => {
    register(column.id, handle.current);
    return () => register(column.id, null);
  }, [register, column.id]);
  useEffect(() => loadIfNear(), [loadedCount, column.hasMore]);
  return { handle, onScroll: () => loadIfNear() };
}

function ColumnHeader<Card>({ setup, column }: Pick<ColumnProps<Card>, 'setup' | 'column'>) {
  const { number } = useFormats();
  return (
    <header className="bd-header">
      {column.color && <i className="bd-dot" style={{ background: column.color }} />}
      <div className="bd-heading">
        {setup.columnTitle?.(column) ?? <h2 className="bd-title">{column.title}</h2>}
        <p className="bd-figures">
          {number(column.count)}
          {column.sum !== undefined && ` · ${setup.formatSum?.(column.sum) ?? number(column.sum)}`}
        </p>
      </div>
      {setup.columnActions?.(column)}
    </header>
  );
}

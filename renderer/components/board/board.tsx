import './board.css';
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import en from '../../words/en/board.json' with { type: 'json' };
import es from '../../words/es/board.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/board.json' with { type: 'json' };
import { notifyTrouble } from '../feedback/notify.ts';
import { Column, type ColumnSetup } from './column.tsx';
import { type BoardColumn, findCard, type Move, moveTo, type Place } from './columns.ts';
import { type Keys, topOf, useBoardKeys } from './use-board-keys.ts';
import { useCardFocus } from './use-card-focus.ts';
import { useBoardDrag } from './use-drag.ts';
import { useMoves } from './use-moves.ts';

export type { BoardColumn, Move } from './columns.ts';

addWords('board', { en, pt, es });

/** Functions and `columns` should keep their identity between renders: columns render again when one changes. */
interface BoardProps<Card> {
  /** Name of the board for screen readers. */
  label: string;
  columns: readonly BoardColumn<Card>[];
  idOf(card: Card): string;
  /** Name of a card in its link, its menu and announcements. */
  nameOf(card: Card): string;
  /** Where a click, Enter or Space leads. */
  hrefOf(card: Card): string;
  /** What a card adds to the sum of its column. */
  amountOf?(card: Card): number;
  /** Content of a card; buttons and links in it lie above the card's own link. */
  render(card: Card): ReactNode;
  /** Card shown elsewhere, such as in a drawer. */
  openId?: string | null;
  /** Whether people order the cards of a column; else only the column counts. */
  isOrdered?: boolean;
  /** Why a card cannot enter a column; null: it can. */
  canMove?(card: Card, column: BoardColumn<Card>): string | null;
  /** Stores a move and has the data read again. If it rejects, the card returns and the error is shown. */
  onMove(move: Move<Card>): Promise<unknown>;
  /** Loads more cards of a column; may be called again while it does. */
  loadMore?(columnId: string): void;
  /** More items of a card's menu. */
  cardMenu?(card: Card): ReactNode;
  /** Keys, in lower case, that act on the focused card; `moveTo` moves it to the top of a column. */
  keys?: Keys<Card>;
  /** In place of a column's title. */
  columnTitle?(column: BoardColumn<Card>): ReactNode;
  /** Buttons at the right of a column's header. */
  columnActions?(column: BoardColumn<Card>): ReactNode;
  formatSum?(sum: number): string;
  /** Right of the last column. */
  after?: ReactNode;
}

const nothing = () => {};
const noKeys = {};

/** Cards in columns, moved by dragging, by keys and by a menu. */
export function Board<Card>(props: BoardProps<Card>) {
  const { t } = useTranslation('board');
  const { label, idOf, nameOf, hrefOf, amountOf, openId = null, isOrdered = false, keys = noKeys, after } = props;
  const reader = useMemo(() => ({ idOf, isOrdered, ...(amountOf && { amountOf }) }), [idOf, isOrdered, amountOf]);
  const [, navigate] = useLocation();
  const { columns, start } = useMoves(props.columns, reader, props.onMove);
  const { register, reveal, focus, watch } = useCardFocus(columns, reader);
  const isLoaded = columns.length > 0;
  useEffect(() => {
    if (isLoaded && openId !== null) reveal(openId);
  }, [isLoaded, openId, reveal]);
  const [cursorId, setCursorId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const refusalOf = (card: Card, column: BoardColumn<Card>) => props.canMove?.(card, column) ?? null;

  const move = async (card: Card, place: Place) => {
    const target = columns.find(({ id }) => id === place.columnId);
    const made = moveTo(columns, card, place, reader);
    if (!target || !made) return;
    const refusal = made.from === made.to ? null : refusalOf(card, target);
    if (refusal !== null) {
      setAnnouncement(refusal);
      notifyTrouble(refusal);
      return;
    }
    setCursorId(idOf(card));
    requestAnimationFrame(() => focus(idOf(card)));
    const names = { card: nameOf(card), column: target.title };
    setAnnouncement(t('moved', names));
    if (!(await start(made))) setAnnouncement(t('returned', names));
  };
  const drag = useBoardDrag((cardId, place) => {
    const found = findCard(columns, cardId, reader);
    if (found) move(found.card, place);
  });
  const onKeyDown = useBoardKeys({ columns, reader, focus, move, open: (card) => navigate(hrefOf(card)), keys });

  // Columns call what is current without rendering again.
  const latest = useRef({ columns, move, refusalOf });
  latest.current = { columns, move, refusalOf };
  const setup = useColumnSetup(props, latest, register);
  const dragged = drag && findCard(columns, drag.cardId, reader);
  const tabStop = (cursorId !== null && findCard(columns, cursorId, reader)) || firstOf(columns);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div
      className="bd"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        watch.onFocus(event);
        if (event.target.dataset.card !== undefined) setCursorId(event.target.dataset.card);
      }}
      onBlur={watch.onBlur}
    >
      {columns.map((column) => (
        <Column
          key={column.id}
          setup={setup}
          column={column}
          tabStopId={tabStop?.column === column ? idOf(tabStop.card) : null}
          openId={openId}
          place={drag?.place?.columnId === column.id ? drag.place : null}
          refusal={dragged && dragged.column !== column ? refusalOf(dragged.card, column) : null}
        />
      ))}
      {after}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

function firstOf<Card>(columns: readonly BoardColumn<Card>[]) {
  for (const column of columns) {
    const card = column.cards[0];
    if (card !== undefined) return { column, card };
  }
  return null;
}

interface Latest<Card> {
  columns: readonly BoardColumn<Card>[];
  move(card: Card, place: Place): void;
  refusalOf(card: Card, column: BoardColumn<Card>): string | null;
}

function useColumnSetup<Card>(
  props: BoardProps<Card>,
  latest: { readonly current: Latest<Card> },
  register: ColumnSetup<Card>['register'],
): ColumnSetup<Card> {
  const { idOf, nameOf, hrefOf, render, isOrdered = false, loadMore = nothing } = props;
  const { cardMenu, columnTitle, columnActions, formatSum } = props;
  const targetsOf = useCallback(
    (card: Card) => {
      const { columns, refusalOf } = latest.current;
      const present = findCard(columns, idOf(card), { idOf })?.column;
      return columns
        .filter((column) => column !== present)
        .map((column) => ({ id: column.id, title: column.title, refusal: refusalOf(card, column) }));
    },
    [latest, idOf],
  );
  const move = useCallback(
    (card: Card, columnId: string) => {
      const column = latest.current.columns.find(({ id }) => id === columnId);
      if (column) latest.current.move(card, topOf(column, { idOf }));
    },
    [latest, idOf],
  );
  return useMemo(
    () => ({
      idOf,
      nameOf,
      hrefOf,
      render,
      isOrdered,
      loadMore,
      cardMenu,
      columnTitle,
      columnActions,
      formatSum,
      targetsOf,
      move,
      register,
    }),
    [
      idOf,
      nameOf,
      hrefOf,
      render,
      isOrdered,
      loadMore,
      cardMenu,
      columnTitle,
      columnActions,
      formatSum,
      targetsOf,
      move,
      register,
    ],
  );
}

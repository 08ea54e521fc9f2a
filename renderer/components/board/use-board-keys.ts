import type { KeyboardEvent } from 'react';
import { type BoardColumn, type CardReader, findCard, type Place } from './columns.ts';

export type Keys<Card> = Readonly<Record<string, (card: Card, moveTo: (columnId: string) => void) => void>>;

interface BoardKeys<Card> {
  columns: readonly BoardColumn<Card>[];
  reader: CardReader<Card>;
  focus(cardId: string): void;
  move(card: Card, place: Place): void;
  open(card: Card): void;
  /** What other keys do with the focused card. */
  keys: Keys<Card>;
}

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Keys of a board while a card has the focus: arrows go to other cards, Shift+arrows move the card, Space opens it. */
export function useBoardKeys<Card>(board: BoardKeys<Card>) {
  return (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.card;
    const found = id === undefined ? null : findCard(board.columns, id, board.reader);
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actionOf(board, found, event);
    if (!act) return;
    event.preventDefault();
    act();
  };
}

type Found<Card> = NonNullable<ReturnType<typeof findCard<Card>>>;

function actionOf<Card>(board: BoardKeys<Card>, found: Found<Card>, event: KeyboardEvent): (() => void) | null {
  const { key, shiftKey } = event;
  const step = steps[key];
  if (step && shiftKey) return () => moveBy(board, found, step);
  if (step) return () => focusBy(board, found, step);
  if (key === 'Home' || key === 'End') {
    const card = found.column.cards.at(key === 'Home' ? 0 : -1);
    return card ? () => board.focus(board.reader.idOf(card)) : null;
  }
  if (key === ' ') return () => board.open(found.card);
  if (key.toLowerCase() === 'm' && !shiftKey) {
    const menu = (event.target as HTMLElement).closest('.bd-card')?.querySelector<HTMLElement>('.bd-menu');
    return () => menu?.click();
  }
  const own = shiftKey ? undefined : board.keys[key.toLowerCase()];
  const moveToTop = (columnId: string) => {
    const target = board.columns.find(({ id }) => id === columnId);
    if (target) board.move(found.card, topOf(target, board.reader));
  };
  return own ? () => own(found.card, moveToTop) : null;
}

/** Goes to the next card, or across to the nearest column that has cards. */
function focusBy<Card>(
  board: BoardKeys<Card>,
  { column, index }: Found<Card>,
  [across, down]: readonly number[],
): void {
  if (down) {
    const next = column.cards[index + down];
    if (next) board.focus(board.reader.idOf(next));
    return;
  }
  const at = board.columns.indexOf(column);
  const beyond = across === 1 ? board.columns.slice(at + 1) : board.columns.slice(0, at).reverse();
  const next = beyond.find(({ cards }) => cards.length > 0);
  const card = next?.cards[Math.min(index, next.cards.length - 1)];
  if (card) board.focus(board.reader.idOf(card));
}

/** Moves the card one place, or across to the top of the neighbouring column. */
function moveBy<Card>(board: BoardKeys<Card>, found: Found<Card>, [across, down]: readonly number[]): void {
  const { column, index, card } = found;
  const { idOf } = board.reader;
  if (down) {
    const next = column.cards[index + down];
    if (!next) return;
    board.move(card, { columnId: column.id, beside: { id: idOf(next), side: down === 1 ? 'below' : 'above' } });
    return;
  }
  const target = board.columns[board.columns.indexOf(column) + (across ?? 0)];
  if (target) board.move(card, topOf(target, board.reader));
}

/** The place above all cards of a column. */
export function topOf<Card>({ id, cards }: BoardColumn<Card>, { idOf }: CardReader<Card>): Place {
  const first = cards[0];
  return { columnId: id, beside: first ? { id: idOf(first), side: 'above' } : null };
}

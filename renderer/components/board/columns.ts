/** A column of a board, with the cards loaded so far. */
export interface BoardColumn<Card> {
  id: string;
  title: string;
  /** Colour of the dot beside the title, #rrggbb. */
  color?: string;
  /** Number of all cards, loaded or not. */
  count: number;
  /** Sum over all cards, loaded or not. */
  sum?: number;
  cards: readonly Card[];
  /** Whether more cards can be loaded. */
  hasMore?: boolean;
}

/** A card's way to another place. */
export interface Move<Card> {
  card: Card;
  /** Id of the column that it leaves. */
  from: string;
  /** Id of the column that it enters, or in which it changes its place. */
  to: string;
  /** Cards that will be directly above and below; null: none, or the column has no order. */
  above: Card | null;
  below: Card | null;
}

/** Where a dragged card is: over a column, and above or below one of its cards. */
export interface Place {
  columnId: string;
  beside: { id: string; side: 'above' | 'below' } | null;
}

/** How a board reads its cards. */
export interface CardReader<Card> {
  idOf(card: Card): string;
  /** What a card adds to the sum of its column. */
  amountOf?(card: Card): number;
}

/** The column that has a card loaded, and its index there. */
export function findCard<Card>(columns: readonly BoardColumn<Card>[], id: string, { idOf }: CardReader<Card>) {
  for (const column of columns) {
    const index = column.cards.findIndex((card) => idOf(card) === id);
    const card = column.cards[index];
    if (card !== undefined) return { column, index, card };
  }
  return null;
}

/** The columns as if the card were at its new place already; the same if it is. */
export function applyMove<Card>(
  columns: readonly BoardColumn<Card>[],
  move: Move<Card>,
  reader: CardReader<Card>,
): readonly BoardColumn<Card>[] {
  const id = reader.idOf(move.card);
  // What is loaded may be newer than what was picked up.
  const moved = findCard(columns, id, reader)?.card ?? move.card;
  const value = reader.amountOf?.(moved) ?? 0;
  return columns.map((column) => {
    const index = column.cards.findIndex((card) => reader.idOf(card) === id);
    const isHere = index >= 0;
    const arrives = column.id === move.to;
    if (!arrives && !isHere) return column;
    if (arrives && isHere && !move.above && !move.below) return column;
    const others = column.cards.filter((card) => reader.idOf(card) !== id);
    const change = Number(arrives) - Number(isHere);
    return {
      ...column,
      count: column.count + change,
      ...(column.sum === undefined ? {} : { sum: column.sum + change * value }),
      cards: arrives ? others.toSpliced(indexFor(others, move, reader), 0, moved) : others,
    };
  });
}

function indexFor<Card>(cards: readonly Card[], { above, below }: Move<Card>, { idOf }: CardReader<Card>): number {
  const indexOf = (wanted: Card) => cards.findIndex((card) => idOf(card) === idOf(wanted));
  if (above) return indexOf(above) + 1;
  return below ? Math.max(0, indexOf(below)) : 0;
}

/** The move to a place; null if the card is there. */
export function moveTo<Card>(
  columns: readonly BoardColumn<Card>[],
  card: Card,
  place: Place,
  reader: CardReader<Card> & { isOrdered: boolean },
): Move<Card> | null {
  const id = reader.idOf(card);
  const present = findCard(columns, id, reader);
  const target = columns.find((column) => column.id === place.columnId);
  if (!present || !target || place.beside?.id === id) return null;
  const isSameColumn = present.column.id === target.id;
  const move = { card, from: present.column.id, to: target.id, above: null, below: null };
  if (!reader.isOrdered) return isSameColumn ? null : move;
  const others = target.cards.filter((one) => reader.idOf(one) !== id);
  const index = insertionIndex(others, place, reader);
  if (isSameColumn && index === present.index) return null;
  return { ...move, above: others[index - 1] ?? null, below: others[index] ?? null };
}

/** Without a neighbour the place is behind all loaded cards. */
function insertionIndex<Card>(others: readonly Card[], { beside }: Place, { idOf }: CardReader<Card>): number {
  const index = others.findIndex((card) => idOf(card) === beside?.id);
  if (!beside || index < 0) return others.length;
  return beside.side === 'above' ? index : index + 1;
}

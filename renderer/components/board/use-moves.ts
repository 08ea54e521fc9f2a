import { useEffect, useMemo, useState } from 'react';
import { notifyFailure } from '../feedback/notify.ts';
import { applyMove, type BoardColumn, type CardReader, type Move } from './columns.ts';

interface PendingMove<Card> {
  move: Move<Card>;
  /** The server has it; the next data will. */
  isStored: boolean;
}

/**
 * Shows moves at once: `columns` have them applied until new data follow their success. If `perform` rejects, the card
 * returns to where it was and the error is shown.
 */
export function useMoves<Card>(
  loaded: readonly BoardColumn<Card>[],
  reader: CardReader<Card>,
  perform: (move: Move<Card>) => Promise<unknown>,
) {
  const [pending, setPending] = useState<readonly PendingMove<Card>[]>([]);
  // New data contain what is stored.
  useEffect(
    () => setPending((present) => (present.some(isStored) ? present.filter((one) => !one.isStored) : present)),
    [loaded],
  );
  const columns = useMemo(
    () => pending.reduce((present, { move }) => applyMove(present, move, reader), loaded),
    [loaded, pending, reader],
  );
  /** Resolves to whether the move was made. */
  const start = async (move: Move<Card>): Promise<boolean> => {
    setPending((present) => [...present, { move, isStored: false }]);
    try {
      await perform(move);
      setPending((present) => present.map((one) => (one.move === move ? { move, isStored: true } : one)));
      return true;
    } catch (error) {
      setPending((present) => present.filter((one) => one.move !== move));
      notifyFailure(error as Error);
      return false;
    }
  };
  return { columns, start };
}

const isStored = (pending: { isStored: boolean }): boolean => pending.isStored;

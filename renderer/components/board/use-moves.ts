import { useMemo, useState } from 'react';
import { notifyFailure } from '../feedback/notify.ts';
import { applyMove, type BoardColumn, type CardReader, type Move } from './columns.ts';

/**
 * Shows moves at once: `columns` have them applied until `perform` resolves, by when the data should contain them. If it
 * rejects, the card returns to where it was and the error is shown.
 */
export function useMoves<Card>(
  loaded: readonly BoardColumn<Card>[],
  reader: CardReader<Card>,
  perform: (move: Move<Card>) => Promise<unknown>,
) {
  const [pending, setPending] = useState<readonly Move<Card>[]>([]);
  const columns = useMemo(
    () => pending.reduce((present, move) => applyMove(present, move, reader), loaded),
    [loaded, pending, reader],
  );
  /** Resolves to whether the move was made. */
  const start = async (move: Move<Card>): Promise<boolean> => {
    setPending((present) => [...present, move]);
    try {
      await perform(move);
      // react-query renders its data in the next task; until then the card would be back for a frame.
      await new Promise((resolve) => setTimeout(resolve));
      return true;
    } catch (error) {
      notifyFailure(error as Error);
      return false;
    } finally {
      setPending((present) => present.filter((one) => one !== move));
    }
  };
  return { columns, start };
}

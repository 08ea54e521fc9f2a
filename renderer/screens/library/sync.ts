import { useEffect, useRef } from 'react';

interface Sync {
  finishedAt: string | null;
}

/** Acts when a sync ends while it is watched; one may begin and end between two looks. */
export function useFinished(sync: Sync | null | undefined, act: () => unknown): void {
  const mark = sync === undefined ? undefined : (sync?.finishedAt ?? '');
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current !== undefined && mark && mark !== seen.current) act();
    seen.current = mark;
  }, [mark, act]);
}

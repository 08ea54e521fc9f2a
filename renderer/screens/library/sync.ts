import { useEffect, useRef } from 'react';
import type { Result } from '../../api/operations.ts';

/** A sync of templates or of a catalog with the platform. */
type Sync = Pick<Result<'getChatTemplateSync'> | Result<'getLatestPlatformCatalogSync'>, 'status' | 'finishedAt'>;

const lookAgainMs = 1_000;

export const isRunning = (sync: Sync | null | undefined): boolean =>
  sync?.status === 'PENDING' || sync?.status === 'RUNNING';

/** Interval of a query for a sync: short while it runs. */
export const lookAgain = ({ state: { data } }: { state: { data: Sync | null | undefined } }): number | false =>
  isRunning(data) ? lookAgainMs : false;

/** Acts when a sync ends while it is watched; one may begin and end between two looks. */
export function useFinished(sync: Sync | null | undefined, act: () => unknown): void {
  const mark = sync === undefined ? undefined : (sync?.finishedAt ?? '');
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current !== undefined && mark && mark !== seen.current) act();
    seen.current = mark;
  }, [mark, act]);
}

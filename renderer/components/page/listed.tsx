import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../feedback/failure.tsx';
import { Loading } from '../feedback/loading.tsx';

interface ListedProps<Item> {
  query: UseQueryResult<{ data: Item[] }>;
  /** What of the query is shown; absent: all. */
  items?: Item[];
  /** Shown when there is none. */
  empty: ReactNode;
  line(item: Item): ReactNode;
}

/** A list that one query reads: its shape until it is there, its failure, or what stands in an empty list. */
export function Listed<Item>({ query, items = query.data?.data, empty, line }: ListedProps<Item>) {
  return (
    <>
      {query.error && <Failure error={query.error} onRetry={query.refetch} />}
      {query.isPending && <Loading />}
      {query.data && items?.length === 0 && empty}
      {query.data && items && items.length > 0 && <ul className="fd-list">{items.map(line)}</ul>}
    </>
  );
}

/**
 * Where what adds to a list stands: at the head of the page, unless the list is empty and shows it itself. Nowhere until
 * that is known, so that it does not move away from the pointer.
 */
export function actionAtHead<Item>(
  query: UseQueryResult<{ data: Item[] }>,
  action: ReactNode,
  items = query.data?.data,
): ReactNode {
  return query.isPending || items?.length === 0 ? null : action;
}

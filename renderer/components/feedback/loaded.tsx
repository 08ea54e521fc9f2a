import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Loading, type Shape } from './loading.tsx';

interface LoadedProps<Data, Key extends QueryKey> {
  query: UseQueryOptions<Data, DefaultError, Data, Key>;
  /** What the data will look like. */
  shape?: Shape;
  children(data: Data): ReactNode;
}

/** Shows a query's data, their shape until they arrive, or the error with a retry button. */
export function Loaded<Data, Key extends QueryKey>({ query, shape = 'form', children }: LoadedProps<Data, Key>) {
  const result = useQuery(query);
  if (result.data !== undefined) return children(result.data);
  if (result.error) return <Failure error={result.error} onRetry={result.refetch} />;
  return <Loading shape={shape} count={3} />;
}

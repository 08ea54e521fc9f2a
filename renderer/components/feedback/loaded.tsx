import { Skeleton } from '@mantine/core';
import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface LoadedProps<Data, Key extends QueryKey> {
  query: UseQueryOptions<Data, DefaultError, Data, Key>;
  children(data: Data): ReactNode;
}

/** Shows a query's data, a placeholder until it arrives, or the error with a retry button. */
export function Loaded<Data, Key extends QueryKey>({ query, children }: LoadedProps<Data, Key>) {
  const result = useQuery(query);
  if (result.data !== undefined) return children(result.data);
  if (result.error) return <Failure error={result.error} onRetry={result.refetch} />;
  return <Skeleton h={180} radius="md" />;
}

import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call, callTagged } from './client.ts';
import type { InputArguments, OperationId } from './operations.ts';
import { ApiError } from './refusals.ts';

/** Query key of an operation with an input; the id is a prefix shared by all inputs. */
export const keyOf = <Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): QueryKey =>
  input === undefined ? [id] : [id, input];

/** Query of an operation: `useQuery(operationQuery('getOrder', { path: { id } }))`. */
export const operationQuery = <Id extends OperationId>(id: Id, ...input: InputArguments<Id>) =>
  queryOptions({ queryKey: keyOf(id, ...input), queryFn: () => call(id, ...input) });

/** Like `operationQuery`, with the ETag, for data that is edited. */
export const taggedQuery = <Id extends OperationId>(id: Id, input: NonNullable<InputArguments<Id>[0]>) =>
  queryOptions({ queryKey: [id, input, 'tagged'] as QueryKey, queryFn: () => callTagged(id, input) });

/** Like `operationQuery`, with null in place of a 404. */
export const optionalQuery = <Id extends OperationId>(id: Id, ...input: InputArguments<Id>) =>
  queryOptions({
    queryKey: [...keyOf(id, ...input), 'optional'],
    queryFn: () =>
      call(id, ...input).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

/** Refetches these operations for every input; resolves when the queries in use are fresh. */
export async function invalidate(client: QueryClient, ids: readonly OperationId[]): Promise<void> {
  await Promise.all(ids.map((id) => client.invalidateQueries({ queryKey: [id] })));
}

import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call, callTagged } from './client.ts';
import type { InputArguments, OperationId } from './operations.ts';
import { ApiError } from './refusals.ts';

/** The key of what an operation returned for an input; all inputs share its beginning. */
export const keyOf = <Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): QueryKey =>
  input === undefined ? [id] : [id, input];

/** Reads an operation: `useQuery(operationQuery('getOrder', { path: { id } }))`. */
export const operationQuery = <Id extends OperationId>(id: Id, ...input: InputArguments<Id>) =>
  queryOptions({ queryKey: keyOf(id, ...input), queryFn: () => call(id, ...input) });

/** The same with the tag of the state, for what is edited. */
export const taggedQuery = <Id extends OperationId>(id: Id, input: NonNullable<InputArguments<Id>[0]>) =>
  queryOptions({ queryKey: [id, input, 'tagged'] as QueryKey, queryFn: () => callTagged(id, input) });

/** The same for what may be absent: null in place of a 404. */
export const optionalQuery = <Id extends OperationId>(id: Id, ...input: InputArguments<Id>) =>
  queryOptions({
    queryKey: [...keyOf(id, ...input), 'optional'],
    queryFn: () =>
      call(id, ...input).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

/** Asks again for all that these operations returned, whatever their input; ends when what is shown is fresh. */
export async function invalidate(client: QueryClient, ids: readonly OperationId[]): Promise<void> {
  await Promise.all(ids.map((id) => client.invalidateQueries({ queryKey: [id] })));
}

import { queryOptions } from '@tanstack/react-query';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

export type Key = Result<'listKeys'>['data'][number];
/** Includes the secret, which is returned only once. */
export type NewKey = Result<'createKey'>;

export const keysQuery = operationQuery('listKeys');

export const scopesQuery = queryOptions({ ...operationQuery('listScopes'), staleTime: Number.POSITIVE_INFINITY });

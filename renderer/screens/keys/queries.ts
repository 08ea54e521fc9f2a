import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

export type Key = Answer<'listKeys'>['data'][number];
/** Includes the secret, which is returned only once. */
export type NewKey = Answer<'createKey'>;

export const keysQuery = operationQuery('listKeys');

export const scopesQuery = queryOptions({ ...operationQuery('listScopes'), staleTime: Number.POSITIVE_INFINITY });

import { queryOptions } from '@tanstack/react-query';
import type { Query, Result } from '../../../api/operations.ts';
import { operationQuery, optionalQuery } from '../../../api/query.ts';
import { lookAgain } from '../sync.ts';

export type Catalog = Result<'listPlatformCatalogs'>['data'][number];
export type Product = Result<'listPlatformCatalogProducts'>['data'][number];
export type ProductState = Product['state'];
export type Sync = Result<'getLatestPlatformCatalogSync'>;

export const states = ['refused', 'changed', 'missing', 'synced', 'only_there'] as const satisfies ProductState[];
export const listed = 50;

/** Asked of the platform whenever they are shown: others change what stands there. */
export const catalogsQuery = (channelId: string) => ({
  ...operationQuery('listPlatformCatalogs', { query: { channelId } }),
  retry: false,
  staleTime: 0,
});

export const productsQuery = (query: Query<'listPlatformCatalogProducts'>) => ({
  ...operationQuery('listPlatformCatalogProducts', { query: { ...query, limit: listed } }),
  retry: false,
  staleTime: 0,
});

export const syncQuery = (channelId: string) =>
  queryOptions({
    ...optionalQuery('getLatestPlatformCatalogSync', { path: { channelId } }),
    refetchInterval: lookAgain,
  });

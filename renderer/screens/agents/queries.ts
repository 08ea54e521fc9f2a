import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { keyOf, operationQuery, taggedQuery } from '../../api/query.ts';

export type Agent = Result<'getAgent'>;
export type CatalogItem = Result<'listCatalogItems'>['data'][number];

export const agentsQuery = (archived: boolean) => operationQuery('listAgents', { query: { archived } });

/** With the ETag, so that a save does not overwrite changes by others. */
export const agentQuery = (id: string) => taggedQuery('getAgent', { path: { id } });

export const itemsQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('listCatalogItems', { path: { id }, query: { search } }), 'pages'],
    queryFn: ({ pageParam: page }) => call('listCatalogItems', { path: { id }, query: { search, page, limit: 50 } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  });

/** Only its total is of interest: the products that are not for sale. */
export const offSaleQuery = (id: string) =>
  operationQuery('listCatalogItems', { path: { id }, query: { active: false, limit: 1 } });

export const overviewQuery = operationQuery('getAgentsOverview');

export const metricsQuery = (id: string) => operationQuery('getAgentMetrics', { path: { id } });

export const templatesQuery = { ...operationQuery('listAgentTemplates'), staleTime: Number.POSITIVE_INFINITY };

/** Latest test run of the gate, with the cases that block publishing. */
export type Evaluation = Result<'getAgentEval'>;

export const evaluationQuery = (id: string) => operationQuery('getAgentEval', { path: { id } });

/** What of the agent is not published yet. */
export const changesQuery = (id: string) => operationQuery('getAgentChanges', { path: { id } });

export type Change = Result<'getAgentChanges'>['changes'][number];

export const agentBasesQuery = (id: string) => operationQuery('getAgentKnowledgeBases', { path: { id } });

export const allBasesQuery = operationQuery('listKnowledgeBases');

export const allChannelsQuery = operationQuery('listChannels', { query: { includeDeactivated: false } });

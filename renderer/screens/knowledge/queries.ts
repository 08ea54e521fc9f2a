import { queryOptions } from '@tanstack/react-query';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

/** Indexing progress emits no event, so this polls. */
const indexingMs = 1_000;

export type Source = Result<'getKnowledgeBaseSource'>;

export const basesQuery = operationQuery('listKnowledgeBases');

export const agentsQuery = operationQuery('listAgents', { query: { archived: false } });

export const readersQuery = (baseId: string) => operationQuery('getKnowledgeBaseAgents', { path: { id: baseId } });

export const baseQuery = (id: string) => operationQuery('getKnowledgeBase', { path: { id } });

export const isIndexing = ({ status }: Source): boolean => status === 'PENDING' || status === 'INDEXING';

/** It is read or tested at the moment. */
const isUnsettled = (source: Source): boolean =>
  isIndexing(source) || source.heldBack.some(({ state }) => state === 'TESTING');

export const sourcesQuery = (baseId: string) =>
  queryOptions({
    ...operationQuery('listKnowledgeBaseSources', { path: { id: baseId } }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isUnsettled) ? indexingMs : false),
  });

/** Synonyms; they apply to all languages if `language` is null. */
export type SynonymGroup = Result<'getKnowledgeSynonyms'>['groups'][number];

export const synonymsQuery = operationQuery('getKnowledgeSynonyms');

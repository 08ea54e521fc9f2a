import { queryOptions } from '@tanstack/react-query';
import type { KnowledgeBase, KnowledgeSource } from '../../../server/areas/knowledge/schemas.ts';
import { api } from '../../api/client.ts';
import type { Language } from '../../words/index.ts';

/** No event tells how far an indexing is. */
const indexingMs = 1_000;

export const basesQuery = queryOptions({
  queryKey: ['knowledge', 'bases'],
  queryFn: () => api.get<{ data: KnowledgeBase[] }>('/api/knowledge-bases'),
});

export const baseQuery = (id: string) =>
  queryOptions({
    queryKey: ['knowledge', 'base', id],
    queryFn: () => api.get<KnowledgeBase>(`/api/knowledge-bases/${id}`),
  });

export const isIndexing = ({ status }: KnowledgeSource): boolean => status === 'PENDING' || status === 'INDEXING';

export const sourcesQuery = (baseId: string) =>
  queryOptions({
    queryKey: ['knowledge', 'sources', baseId],
    queryFn: () => api.get<{ data: KnowledgeSource[] }>(`/api/knowledge-bases/${baseId}/sources`),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isIndexing) ? indexingMs : false),
  });

/** Words that stand for one another; in the questions of all languages when `language` is null. */
export interface SynonymGroup {
  language: Language | null;
  words: string[];
}

/** What `GET /api/knowledge/synonyms` answers. */
export interface Synonyms {
  groups: SynonymGroup[];
}

export const synonymsPath = '/api/knowledge/synonyms';

export const synonymsQuery = queryOptions({
  queryKey: ['knowledge', 'synonyms'],
  queryFn: () => api.get<Synonyms>(synonymsPath),
});

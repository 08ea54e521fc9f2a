import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CatalogItem } from '../../../server/areas/agents/catalog/catalog-items.schemas.ts';
import type { GateRun } from '../../../server/areas/agents/lifecycle/gate.schemas.ts';
import type { Agent } from '../../../server/areas/agents/schemas.ts';
import type { Channel } from '../../../server/areas/channels/schemas.ts';
import type { KnowledgeBase } from '../../../server/areas/knowledge/schemas.ts';
import type { AgentMetrics, TeamOverview } from '../../../server/areas/replies/metrics/metrics.schemas.ts';
import { api, type Page, withQuery } from '../../api/client.ts';

export const agentPath = (id: string): string => `/api/ai-agents/${id}`;

export const agentsQuery = (archived: boolean) =>
  queryOptions({
    queryKey: ['agents', 'list', archived],
    queryFn: () => api.get<{ data: Agent[] }>(`/api/ai-agents?archived=${archived}`),
  });

/** With the tag of its state, so that what is edited does not overwrite what others have changed meanwhile. */
export const agentQuery = (id: string) =>
  queryOptions({ queryKey: ['agents', id], queryFn: () => api.getTagged<Agent>(agentPath(id)) });

export const itemsQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['agents', id, 'items', search],
    queryFn: ({ pageParam: page }) =>
      api.get<Page<CatalogItem>>(withQuery(`${agentPath(id)}/catalog-items`, { search, page, limit: 50 })),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  });

export const overviewQuery = queryOptions({
  queryKey: ['agents', 'overview'],
  queryFn: () => api.get<TeamOverview>('/api/ai-agents/overview'),
});

export const metricsQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', id, 'metrics'],
    queryFn: () => api.get<AgentMetrics>(`${agentPath(id)}/metrics`),
  });

export interface AgentTemplate {
  id: string;
  segment: string;
  language: string;
  name: string;
  description: string;
}

export const templatesQuery = queryOptions({
  queryKey: ['agents', 'templates'],
  queryFn: () => api.get<{ data: AgentTemplate[] }>('/api/ai-agents/templates'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The latest boundary tests, and those that keep the agent from being published. */
export interface Evaluation {
  run: GateRun | null;
  gate: { state: 'PASSED' | 'FAILED' | 'STALE' | 'NOT_RUN'; blocking: GateRun['cases'] };
}

export const evaluationQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', id, 'eval'],
    queryFn: () => api.get<Evaluation>(`${agentPath(id)}/eval`),
  });

export const agentBasesQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', id, 'bases'],
    queryFn: () => api.get<{ baseIds: string[] }>(`${agentPath(id)}/knowledge-bases`),
  });

export const allBasesQuery = queryOptions({
  queryKey: ['knowledge', 'bases'],
  queryFn: () => api.get<{ data: KnowledgeBase[] }>('/api/knowledge-bases'),
});

export const allChannelsQuery = queryOptions({
  queryKey: ['channels', 'list', false],
  queryFn: () => api.get<{ data: Channel[] }>('/api/channels?includeDeactivated=false'),
});

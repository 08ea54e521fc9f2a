import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Agent } from '../../../server/areas/agents/schemas.ts';
import type {
  Binding,
  ConnectorEntry,
  Installation,
  NewInstallation,
  SyncJobDetail,
  TargetEntry,
} from '../../../server/areas/integrations/schemas.ts';
import { api, withQuery } from '../../api/client.ts';

/** Connections and jobs make no events of their own: they are asked for again. */
export const refreshMs = 3_000;

export type Connector = z.infer<typeof ConnectorEntry>;
export type ConnectorAction = Connector['actions'][number];
export type Connected = z.infer<typeof NewInstallation>;
export type Target = z.infer<typeof TargetEntry>;

export const connectorsQuery = queryOptions({
  queryKey: ['integrations', 'connectors'],
  queryFn: () => api.get<{ data: Connector[] }>('/api/integrations'),
  refetchInterval: refreshMs,
});

export const bindingsQuery = queryOptions({
  queryKey: ['integrations', 'bindings'],
  queryFn: () => api.get<{ data: Binding[] }>('/api/integrations/bindings'),
  refetchInterval: refreshMs,
});

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'jobs', 'one', id],
    queryFn: () => api.get<SyncJobDetail>(`/api/integrations/sync-jobs/${id}`),
    refetchInterval: refreshMs,
  });

/** Where spreadsheets may lie. */
export interface Folders {
  defaultFolder: string;
  folders: string[];
}

export const foldersQuery = queryOptions({
  queryKey: ['integrations', 'folders'],
  queryFn: () => api.get<Folders>('/owner/spreadsheet-folders'),
});

export const agentsQuery = queryOptions({
  queryKey: ['agents', 'list', false],
  queryFn: () => api.get<{ data: Agent[] }>('/api/ai-agents?archived=false'),
});

interface TargetPage {
  data: Target[];
  nextCursor: string | null;
}

const pageSize = 100;
/** Nobody looks through more; whoever has more gives the rest by its name. */
const mostPages = 5;

async function listTargets(installationId: string, action: string, targetId: string | null): Promise<Target[]> {
  const found: Target[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { action, limit: pageSize, targetId, cursor };
    const answer: TargetPage = await api.get(withQuery(`/api/integrations/${installationId}/targets`, query));
    found.push(...answer.data);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return found;
}

/** What an action can act on: at the top, or in `targetId`. */
export const targetsQuery = (installationId: string, action: string, targetId: string | null) =>
  queryOptions({
    queryKey: ['integrations', 'targets', installationId, action, targetId],
    queryFn: () => listTargets(installationId, action, targetId),
    retry: false,
    staleTime: 60_000,
  });

/** The installation of an id with its connector; undefined while nothing is known of it. */
export function findInstallation(
  connectors: Connector[],
  id: string,
): { connector: Connector; installation: Installation } | undefined {
  for (const connector of connectors) {
    const installation = connector.installations.find((one) => one.id === id);
    if (installation) return { connector, installation };
  }
}

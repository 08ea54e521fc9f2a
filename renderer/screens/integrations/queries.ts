import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { keyOf, operationQuery } from '../../api/query.ts';

/** Connections and jobs emit no event, so this polls. */
export const refreshMs = 3_000;

export type Connector = Result<'listIntegrations'>['data'][number];
export type ConnectorAction = Connector['actions'][number];
export type Installation = Connector['installations'][number];
export type Connected = Result<'createIntegration'>;
export type Binding = Result<'getIntegrationBinding'>;
export type SyncJob = Result<'listIntegrationSyncJobs'>['jobs'][number];
export type Target = Result<'listIntegrationTargets'>['data'][number];
/** Folders allowed for spreadsheets. */
export type Folders = Result<'getSpreadsheetFolders'>;

export const connectorsQuery = queryOptions({ ...operationQuery('listIntegrations'), refetchInterval: refreshMs });

export const bindingsQuery = queryOptions({ ...operationQuery('listIntegrationBindings'), refetchInterval: refreshMs });

export const jobQuery = (jobId: string) =>
  queryOptions({ ...operationQuery('getIntegrationSyncJob', { path: { jobId } }), refetchInterval: refreshMs });

export const foldersQuery = operationQuery('getSpreadsheetFolders');

export const agentsQuery = operationQuery('listAgents', { query: { archived: false } });

const pageSize = 100;
/** Maximum number of pages to load; an owner with more targets types the name. */
const mostPages = 5;

async function listTargets(installationId: string, action: string, targetId: string | null): Promise<Target[]> {
  const found: Target[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const result: Result<'listIntegrationTargets'> = await call('listIntegrationTargets', {
      path: { installationId },
      query: { action, limit: pageSize, targetId, cursor },
    });
    found.push(...result.data);
    cursor = result.nextCursor;
    if (cursor === null) break;
  }
  return found;
}

/** Targets of an action: top-level ones, or those inside `targetId`. */
export const targetsQuery = (installationId: string, action: string, targetId: string | null) =>
  queryOptions({
    queryKey: keyOf('listIntegrationTargets', { path: { installationId }, query: { action, targetId } }),
    queryFn: () => listTargets(installationId, action, targetId),
    retry: false,
    staleTime: 60_000,
  });

/** Finds an installation with its connector; undefined while loading or unknown. */
export function findInstallation(
  connectors: Connector[],
  id: string,
): { connector: Connector; installation: Installation } | undefined {
  for (const connector of connectors) {
    const installation = connector.installations.find((one) => one.id === id);
    if (installation) return { connector, installation };
  }
}

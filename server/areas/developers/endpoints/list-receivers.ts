import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listEndpoints } from './endpoints.store.ts';

/** The receivers of webhooks, whose copies only they can erase. */
export async function listReceivers({ database }: Platform, { id }: Workspace) {
  const endpoints = await listEndpoints(database.read, id);
  return endpoints.map(({ url }) => ({ kind: 'WEBHOOK' as const, name: url }));
}

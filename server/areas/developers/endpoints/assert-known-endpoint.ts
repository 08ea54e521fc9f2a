import type { Db } from '../../../platform/database/database.ts';
import { unknownReference } from '../../../platform/problem.ts';
import { hasDeliveries } from '../deliveries/deliveries.store.ts';
import { findEndpoint } from './endpoints.store.ts';

/** Refuses a filter by an endpoint that this workspace does not have and of which it has no deliveries left. */
export async function assertKnownEndpoint(db: Db, workspaceId: string, id: string, field: string): Promise<void> {
  if ((await findEndpoint(db, workspaceId, id)) || (await hasDeliveries(db, workspaceId, id))) return;
  throw unknownReference(field, 'There is no such webhook endpoint');
}

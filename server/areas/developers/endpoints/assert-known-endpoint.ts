import type { Db } from '../../../platform/database/database.ts';
import { unknownReference } from '../../../platform/problem.ts';
import { hasDeliveries } from '../deliveries/deliveries.store.ts';
import { findEndpoint } from './endpoints.store.ts';

/** Throws 400 when a filter names an endpoint that the workspace neither has nor has deliveries of. */
export async function assertKnownEndpoint(db: Db, workspaceId: string, id: string, field: string): Promise<void> {
  if ((await findEndpoint(db, workspaceId, id)) || (await hasDeliveries(db, workspaceId, id))) return;
  throw unknownReference(field, 'No such webhook endpoint');
}

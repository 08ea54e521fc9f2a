import type { Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import {
  deleteRows,
  findRow,
  insertRow,
  updateRowIfAny,
  updateRows,
} from '../../../platform/database/workspace-rows.ts';
import type { EventKind } from '../../events.ts';
import type { DisabledReason, WebhookEndpoint } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    webhook_endpoints: Table<
      'webhook_endpoints',
      {
        active: 0 | 1;
        disabled_reason: DisabledReason | null;
      }
    >;
  }
}

export type WebhookEndpointRow = Row<'webhook_endpoints'>;

/** A replaced secret, which still signs until its expiry. */
export interface PreviousSecret {
  /** Sealed. */
  secret: string;
  until: string;
}

export const previousSecretsOf = (row: Pick<WebhookEndpointRow, 'previous_secrets'>): PreviousSecret[] =>
  JSON.parse(row.previous_secrets);

const toEndpoint = (row: WebhookEndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as EventKind[],
  description: row.description,
  active: row.active === 1,
  disabledReason: row.disabled_reason,
  disabledAt: row.disabled_at,
  failingSince: row.failing_since,
  previousSecretExpiresAt: previousSecretsOf(row)[0]?.until ?? null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Newest first. */
export async function listEndpoints(db: Db, workspaceId: string): Promise<WebhookEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toEndpoint);
}

export const findEndpointRow = (db: Db, workspaceId: string, id: string): Promise<WebhookEndpointRow | null> =>
  findRow(db, 'webhook_endpoints', workspaceId, id);

export async function findEndpoint(db: Db, workspaceId: string, id: string): Promise<WebhookEndpoint | null> {
  const row = await findEndpointRow(db, workspaceId, id);
  return row && toEndpoint(row);
}

/** Active endpoints of several workspaces. */
const selectActive = prepareQuery((db) =>
  db.selectFrom('webhook_endpoints').select('id').where('active', '=', 1).limit(1),
);

/** Whether any workspace has an active endpoint. */
export const hasActiveEndpoint = (db: Db): boolean => selectActive(db).first() !== undefined;

export function listActiveEndpoints(
  db: Db,
  workspaceIds: string[],
): Promise<Pick<WebhookEndpointRow, 'id' | 'workspace_id' | 'events'>[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'workspace_id', 'events'])
    .where('workspace_id', 'in', workspaceIds)
    .where('active', '=', 1)
    .execute();
}

export async function insertEndpoint(
  db: Db,
  row: Pick<WebhookEndpointRow, 'id' | 'workspace_id' | 'url' | 'events' | 'description' | 'secret'>,
  now: string,
): Promise<WebhookEndpoint> {
  const inserted = await insertRow(db, 'webhook_endpoints', { ...row, active: 1, created_at: now, updated_at: now });
  return toEndpoint(inserted);
}

/** Returns null when the endpoint was deleted. */
export async function updateEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
  changes: Omit<Updateable<Tables['webhook_endpoints']>, 'id' | 'workspace_id'>,
): Promise<WebhookEndpoint | null> {
  const row = await updateRowIfAny(db, 'webhook_endpoints', workspaceId, id, changes);
  return row ? toEndpoint(row) : null;
}

/** Disables an active endpoint. Its owner may also disable an endpoint that was disabled after its failures. */
export async function disableEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
  reason: DisabledReason,
  now: string,
): Promise<void> {
  const off = { active: 0, disabled_reason: reason, disabled_at: now, updated_at: now } as const;
  if (reason === 'endpoint_disabled') await updateRows(db, 'webhook_endpoints', workspaceId, { id }, off);
  else await updateRows(db, 'webhook_endpoints', workspaceId, { id, active: 1 }, off);
}

export const deleteEndpoint = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'webhook_endpoints', workspaceId, { id });

export async function countEndpoints(db: Db, workspaceId: string): Promise<{ total: number; active: number }> {
  const { total, active } = await db
    .selectFrom('webhook_endpoints')
    .select((select) => [select.fn.countAll<number>().as('total'), select.fn.sum<number | null>('active').as('active')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { total, active: active ?? 0 };
}

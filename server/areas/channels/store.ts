import type { Db, Row, Table } from '../../platform/database/database.ts';
import { fold } from '../../platform/database/fold.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import type { Channel, ChannelProvider, ChannelStatus } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    channels: Table<
      'channels',
      {
        provider: ChannelProvider;
        driver: 'live' | 'simulator';
        status: ChannelStatus;
      }
    >;
    /** Vendors' events, stored before they are handled. */
    provider_events: Table<
      'provider_events',
      {
        /** WAITING: for an unknown message with the vendor id in `waits_for`. */
        state: 'PENDING' | 'DONE' | 'WAITING' | 'FAILED' | 'SET_ASIDE';
      }
    >;
  }
}

export type ChannelRow = Row<'channels'>;

export function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    driver: row.driver,
    status: row.status,
    statusReason: row.status_reason,
    phoneNumber: row.phone_number,
    aiAgentId: row.ai_agent_id,
    connectedAt: row.connected_at,
    lastInboundAt: row.last_inbound_at,
    deactivatedAt: row.deactivated_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function listChannels(
  db: Db,
  workspaceId: string,
  filter: { search?: string; includeDeactivated: boolean },
): Promise<ChannelRow[]> {
  let query = db.selectFrom('channels').selectAll().where('workspace_id', '=', workspaceId);
  if (!filter.includeDeactivated) query = query.where('deactivated_at', 'is', null);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  const wanted = fold(filter.search ?? '');
  // A shop has few channels: folding their names here needs neither a column nor an index.
  return rows.filter((row) => fold(row.name).includes(wanted) || (row.phone_number ?? '').includes(wanted));
}

const selectById = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('channels').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export async function findChannel(db: Db, workspaceId: string, id: string): Promise<ChannelRow | null> {
  return selectById(db, workspaceId, id).first() ?? null;
}

export async function insertChannel(
  db: Db,
  draft: Pick<ChannelRow, 'id' | 'workspace_id' | 'name' | 'provider' | 'driver'>,
  now: string,
): Promise<ChannelRow> {
  return insertRow(db, 'channels', {
    ...draft,
    status: 'DISCONNECTED',
    created_at: now,
    updated_at: now,
  });
}

export async function updateChannel(
  db: Db,
  workspaceId: string,
  id: string,
  changes: Partial<Omit<ChannelRow, 'id' | 'workspace_id' | 'created_at'>>,
  now: string,
): Promise<ChannelRow> {
  return updateRow(db, 'channels', workspaceId, id, { ...changes, updated_at: now });
}

/** Counts the channels of all workspaces and those that can send, for the desktop shell. */
export async function countChannels(db: Db): Promise<{ count: number; connected: number }> {
  const rows = await db
    .selectFrom('channels')
    .select(['status', (expression) => expression.fn.countAll<number>().as('count')])
    .where('deactivated_at', 'is', null)
    .groupBy('status')
    .execute();
  const sum = (counted: typeof rows) => counted.reduce((total, row) => total + row.count, 0);
  return {
    count: sum(rows),
    connected: sum(rows.filter(({ status }) => status === 'CONNECTED' || status === 'DEGRADED')),
  };
}

/** Lists the channels of all workspaces that are not deactivated. */
export async function listActiveChannels(db: Db): Promise<ChannelRow[]> {
  return db.selectFrom('channels').selectAll().where('deactivated_at', 'is', null).execute();
}

/** Stores that no channel is connected, as in a copy of the data; channels that wait to be paired stay as they are. */
export async function markClosed(db: Db, now: string): Promise<void> {
  await db
    .updateTable('channels')
    .set({ status: 'DISCONNECTED', status_reason: null, updated_at: now })
    .where('deactivated_at', 'is', null)
    .where('status', 'in', ['CONNECTED', 'DEGRADED', 'CONNECTING'])
    .execute();
}

const updateInbound = prepareQuery((db, workspaceId: string, channelId: string, at: string) =>
  db
    .updateTable('channels')
    .set({ last_inbound_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', channelId),
);

/** Stores the time of a customer's newest message. */
export const noteInbound = (db: Db, workspaceId: string, channelId: string, at: string): void => {
  updateInbound(db, workspaceId, channelId, at).run();
};

import { sql, type Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../platform/database/database.ts';
import { fold, type NameColumn, nameColumns } from '../../platform/database/fold.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { type PageWish, readPage } from '../../platform/database/read-page.ts';
import { deleteRows, findRowBy, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import type { StoredFile } from '../../platform/files/files.ts';
import type { RecipientStatus, Totals } from './audience/audience.schemas.ts';
import { recipientStatuses } from './audience/audience.schemas.ts';
import type { Campaign, CampaignStatus, HoldReason, Mapping } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    campaigns: Table<
      'campaigns',
      {
        name: NameColumn;
        name_folded: NameColumn;
        audience_source: Campaign['audienceSource'];
        stop_on_reply: 0 | 1;
        status: CampaignStatus;
      }
    >;
    campaign_totals: { audience_id: string; workspace_id: string; status: RecipientStatus; count: number };
  }
}

/** The part of `Work` that the stores need: a transaction of one workspace. */
export interface Place {
  db: Db;
  now: string;
  workspace: { id: string };
}

export type CampaignRow = Row<'campaigns'>;
type Draft = Pick<
  CampaignRow,
  | 'id'
  | 'name'
  | 'channel_id'
  | 'template_id'
  | 'timezone'
  | 'audience_source'
  | 'stop_on_reply'
  | 'send_interval_ms'
  | 'mappings'
  | 'header_file_id'
>;
type Changes = Omit<Updateable<Tables['campaigns']>, 'seq' | 'id' | 'workspace_id' | 'created_at'>;

export const mappingsOf = (row: CampaignRow): Mapping[] => JSON.parse(row.mappings);

/** What is known of a campaign beside its row. */
export interface CampaignContext {
  totals: Totals;
  holdReason: HoldReason | null;
  header: { file: StoredFile; url: string } | null;
}

export function toCampaign(row: CampaignRow, { totals, holdReason, header }: CampaignContext): Campaign {
  return {
    id: row.id,
    name: row.name,
    channelId: row.channel_id,
    channelTemplateId: row.template_id,
    timezone: row.timezone,
    audienceSource: row.audience_source,
    stopOnReply: row.stop_on_reply === 1,
    sendIntervalMs: row.send_interval_ms,
    mediaUrl: header?.url ?? null,
    media: header && toMedia(header.file),
    variables: mappingsOf(row).map(({ fallback = null, ...mapping }) => ({ ...mapping, fallback })),
    status: row.status,
    statusReason: row.status_reason,
    holdReason,
    transactionalReason: row.transactional_reason,
    recipients: totals,
    scheduledAt: row.scheduled_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const toMedia = ({ kind, contentType, sizeBytes, fileName }: StoredFile) => ({
  kind,
  contentType,
  sizeBytes,
  fileName,
});

export async function insertCampaign(work: Place, draft: Draft, audienceId: string): Promise<CampaignRow> {
  return insertRow(work.db, 'campaigns', {
    ...draft,
    ...nameColumns(draft.name),
    workspace_id: work.workspace.id,
    audience_id: audienceId,
    status: 'DRAFT',
    created_at: work.now,
    updated_at: work.now,
  });
}

const selectById = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('campaigns').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export async function findCampaign(db: Db, workspaceId: string, id: string): Promise<CampaignRow | null> {
  return selectById(db, workspaceId, id).first() ?? null;
}

/** The campaign that uses an audience; null while one is being built or was left behind. */
export const findByAudience = (db: Db, workspaceId: string, audienceId: string): Promise<CampaignRow | null> =>
  findRowBy(db, 'campaigns', workspaceId, { audience_id: audienceId });

export async function updateCampaign(work: Place, id: string, changes: Changes): Promise<CampaignRow> {
  return updateRow(work.db, 'campaigns', work.workspace.id, id, { ...changes, updated_at: work.now });
}

const setClaimed = prepareQuery((db, workspaceId: string, id: string, claims: number, nextSendAt: string) =>
  db
    .updateTable('campaigns')
    .set({ claim_count: claims, next_send_at: nextSendAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id),
);

/** Stores the number of claims and the time of the next send; leaves `updated_at` as it is. */
export const noteNextSend = (work: Place, id: string, claims: number, nextSendAt: string): void => {
  setClaimed(work.db, work.workspace.id, id, claims, nextSendAt).run();
};

export const deleteCampaign = (work: Place, id: string): Promise<void> =>
  deleteRows(work.db, 'campaigns', work.workspace.id, { id });

export interface CampaignFilter {
  search?: string | undefined;
  status?: CampaignStatus[] | undefined;
  channelId?: string | undefined;
}

export const likePart = (text: string): string => `%${fold(text).replaceAll(/[\\%_]/g, '\\$&')}%`;

/** A page, newest first, and the total. */
export async function listCampaigns(
  db: Db,
  workspaceId: string,
  filter: CampaignFilter,
  wish: PageWish,
): Promise<{ rows: CampaignRow[]; total: number }> {
  let query = db.selectFrom('campaigns').where('workspace_id', '=', workspaceId);
  if (filter.channelId !== undefined) query = query.where('channel_id', '=', filter.channelId);
  if (filter.status) query = query.where('status', 'in', filter.status);
  if (filter.search !== undefined) {
    query = query.where(sql<boolean>`name_folded like ${likePart(filter.search)} escape '\\'`);
  }
  return readPage(db, query.selectAll().orderBy('seq', 'desc'), wish);
}

export const namesOf = async (db: Db, workspaceId: string): Promise<string[]> =>
  (await db.selectFrom('campaigns').select('name').where('workspace_id', '=', workspaceId).execute()).map(
    (row) => row.name,
  );

/** Recipient counts of each audience by status, from the totals that database triggers maintain. */
export async function readTotals(db: Db, workspaceId: string, audienceIds: string[]): Promise<Map<string, Totals>> {
  const none = Object.fromEntries(recipientStatuses.map((status) => [status, 0])) as Record<RecipientStatus, number>;
  const found = new Map<string, Totals>(audienceIds.map((id) => [id, { total: 0, ...none }]));
  if (audienceIds.length === 0) return found;
  const rows = await db
    .selectFrom('campaign_totals')
    .select(['audience_id', 'status', 'count'])
    .where('workspace_id', '=', workspaceId)
    .where('audience_id', 'in', audienceIds)
    .execute();
  for (const { audience_id: id, status, count } of rows) {
    const totals = found.get(id) as Totals;
    totals[status] = count;
    totals.total += count;
  }
  return found;
}

const selectRunning = prepareQuery((db, channelId: string) =>
  db.selectFrom('campaigns').selectAll().where('status', '=', 'RUNNING').where('channel_id', '=', channelId),
);

/** Running campaigns of a channel. */
export const runningOn = (db: Db, channelId: string): CampaignRow[] => selectRunning(db, channelId).all();

/** Channels with running campaigns, of one workspace or all. */
export async function channelsWithCampaigns(db: Db, workspaceId?: string): Promise<string[]> {
  let query = db.selectFrom('campaigns').select('channel_id').distinct().where('status', '=', 'RUNNING');
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
  return (await query.execute()).map((row) => row.channel_id);
}

const selectStarted = prepareQuery((db) =>
  db.selectFrom('campaigns').select('seq').where('started_at', 'is not', null).limit(1),
);

export const hasStartedCampaigns = (db: Db): boolean => selectStarted(db).first() !== undefined;

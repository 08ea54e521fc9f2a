import { sql } from 'kysely';
import type { Db, Row, Table } from '../../platform/database/database.ts';
import { type PageWish, readPage } from '../../platform/database/read-page.ts';
import { deleteRows, findRow, findRowBy, updateRows } from '../../platform/database/workspace-rows.ts';
import type { TemplateCategory, TemplateStatus, VendorTemplate } from '../channels/index.ts';
import type { ChatTemplate, ChatTemplateSync } from './schemas.ts';
import { type Component, templateVariables } from './template-variables.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    chat_templates: Table<
      'chat_templates',
      {
        category: TemplateCategory;
        status: TemplateStatus;
        category_was: TemplateCategory | null;
        quality: VendorTemplate['quality'];
        local: 0 | 1;
      }
    >;
    chat_template_syncs: Table<'chat_template_syncs', { status: ChatTemplateSync['status'] }>;
  }
}

export type ChatTemplateRow = Row<'chat_templates'>;
export type SyncRow = Row<'chat_template_syncs'>;

export const componentsOf = (row: ChatTemplateRow): Component[] => JSON.parse(row.components);

export function toTemplate(row: ChatTemplateRow): ChatTemplate {
  const components = componentsOf(row);
  return {
    id: row.id,
    channelId: row.channel_id,
    name: row.name,
    category: row.category,
    language: row.language,
    status: row.status,
    reason: row.reason,
    quality: row.quality,
    local: row.local === 1,
    components: components as unknown as Record<string, unknown>[],
    variables: templateVariables(components).map((variable) => variable.key),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const findTemplate = (db: Db, workspaceId: string, id: string): Promise<ChatTemplateRow | null> =>
  findRow(db, 'chat_templates', workspaceId, id);

export const findByName = (
  db: Db,
  workspaceId: string,
  channelId: string,
  name: string,
  language: string,
): Promise<ChatTemplateRow | null> =>
  findRowBy(db, 'chat_templates', workspaceId, { channel_id: channelId, name, language });

export const listOfChannel = (db: Db, workspaceId: string, channelId: string): Promise<ChatTemplateRow[]> =>
  db
    .selectFrom('chat_templates')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('channel_id', '=', channelId)
    .execute();

export interface TemplateFilter {
  channelId?: string | undefined;
  category?: TemplateCategory | undefined;
  status?: TemplateStatus | undefined;
  language?: string | undefined;
  search?: string | undefined;
}

/** A page of templates by name, and the total. */
export async function listTemplates(
  db: Db,
  workspaceId: string,
  filter: TemplateFilter,
  wish: PageWish,
): Promise<{ rows: ChatTemplateRow[]; total: number }> {
  let query = db.selectFrom('chat_templates').where('workspace_id', '=', workspaceId);
  if (filter.channelId !== undefined) query = query.where('channel_id', '=', filter.channelId);
  if (filter.category) query = query.where('category', '=', filter.category);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.language !== undefined) query = query.where('language', '=', filter.language);
  if (filter.search !== undefined) {
    const part = filter.search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
    query = query.where(sql<boolean>`name like ${`%${part}%`} escape '\\'`);
  }
  return readPage(db, query.selectAll().orderBy('name').orderBy('seq'), wish);
}

type Changes = 'known_at' | 'status_at' | 'category_was' | 'category_at';
/** The vendor's report about a template. */
export type TemplateColumns = Omit<
  ChatTemplateRow,
  | ('seq' | 'id' | 'workspace_id' | 'channel_id' | 'local' | Changes)
  | ('sent_count' | 'delivered_count' | 'read_count' | 'created_at' | 'updated_at')
>;
type Place = Pick<ChatTemplateRow, 'id' | 'workspace_id' | 'channel_id' | 'local'>;
type Draft = Place & TemplateColumns & Partial<Pick<ChatTemplateRow, Changes>>;

/** Inserts a template, or updates the one with the same name and language, which keeps its id. */
export async function putTemplate(db: Db, draft: Draft, now: string): Promise<ChatTemplateRow> {
  const { id: _id, ...changes } = draft;
  return db
    .insertInto('chat_templates')
    .values({ ...draft, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'name', 'language']).doUpdateSet({ ...changes, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a template as the vendor reports it, and notes since when its status or category is another one. */
export function changeTemplate(db: Db, row: ChatTemplateRow, changes: Partial<Draft>, now: string): Promise<void> {
  const { status = row.status, category = row.category } = changes;
  const noted = {
    ...(status === row.status ? {} : { status_at: now }),
    ...(category === row.category ? {} : { category_was: row.category, category_at: now }),
  };
  return updateRows(db, 'chat_templates', row.workspace_id, { id: row.id }, { ...changes, ...noted, updated_at: now });
}

/** Notes that the vendor's reports up to a time are known. */
export async function noteKnown(db: Db, workspaceId: string, channelId: string, at: string): Promise<void> {
  await db
    .updateTable('chat_templates')
    .set({ known_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('channel_id', '=', channelId)
    .where('local', '=', 0)
    .where((where) => where.or([where('known_at', 'is', null), where('known_at', '<', at)]))
    .execute();
}

export const deleteTemplate = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'chat_templates', workspaceId, { id });

/** Adds to the counts of a template; `updated_at` stays, since the template itself does not change. */
export async function addCounts(
  db: Db,
  place: { workspaceId: string; channelId: string; name: string; language: string },
  counts: { sent: number; delivered: number; read: number },
): Promise<void> {
  const { workspaceId, channelId, name, language } = place;
  const increased = {
    sent_count: sql<number>`sent_count + ${counts.sent}`,
    delivered_count: sql<number>`delivered_count + ${counts.delivered}`,
    read_count: sql<number>`read_count + ${counts.read}`,
  };
  await updateRows(db, 'chat_templates', workspaceId, { channel_id: channelId, name, language }, increased);
}

/** Totals by category and status; one row for each pair that occurs. */
export function readTotals(db: Db, workspaceId: string, channelId: string | undefined) {
  let query = db.selectFrom('chat_templates').where('workspace_id', '=', workspaceId);
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId);
  return query
    .select((build) => [
      'category',
      'status',
      build.fn.countAll<number>().as('count'),
      build.fn.sum<number>('sent_count').as('sends'),
      build.fn.sum<number>('delivered_count').as('delivered'),
      build.fn.sum<number>('read_count').as('read'),
    ])
    .groupBy(['category', 'status'])
    .execute();
}

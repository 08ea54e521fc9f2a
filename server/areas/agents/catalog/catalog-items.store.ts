import { contains } from '../../../platform/database/contains.ts';
import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { deleteRows, findRowBy, insertRow, updateRow } from '../../../platform/database/workspace-rows.ts';
import { fromCents, toCents } from '../../../platform/text/money.ts';
import type { CatalogItem, CatalogItemChanges } from './catalog-items.schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    /** The items that an agent sells. */
    catalog_items: Table<'catalog_items', { active: 0 | 1 }>;
  }
}

export type CatalogItemRow = Row<'catalog_items'>;
type Changes = Partial<Omit<CatalogItemRow, 'id' | 'workspace_id' | 'agent_id' | 'created_at' | 'updated_at'>>;
type Draft = Pick<CatalogItemRow, 'id' | 'workspace_id' | 'agent_id' | 'name' | 'price_cents' | 'position'> &
  Partial<Pick<CatalogItemRow, 'description' | 'image_url' | 'category' | 'active'>>;

export const toCatalogItem = (row: CatalogItemRow): CatalogItem => ({
  id: row.id,
  aiAgentId: row.agent_id,
  name: row.name,
  description: row.description,
  price: fromCents(row.price_cents),
  imageUrl: row.image_url,
  category: row.category,
  active: row.active === 1,
  order: row.position,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Columns of the given fields; an empty description becomes null. */
export function toItemColumns(fields: CatalogItemChanges): Changes {
  const { name, description, price, imageUrl, category, active, order } = fields;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(price === undefined ? {} : { price_cents: toCents(price) }),
    ...(imageUrl === undefined ? {} : { image_url: imageUrl }),
    ...(category === undefined ? {} : { category }),
    ...(active === undefined ? {} : { active: active ? 1 : 0 }),
    ...(order === undefined ? {} : { position: order }),
  };
}

export const insertCatalogItem = (db: Db, draft: Draft, now: string): Promise<CatalogItemRow> =>
  insertRow(db, 'catalog_items', {
    active: 1,
    ...draft,
    created_at: now,
    updated_at: now,
  });

/** The items of all agents whose picture has a link in which `part` occurs. */
export const findItemsWithImage = (db: Db, workspaceId: string, part: string): Promise<CatalogItemRow[]> =>
  db
    .selectFrom('catalog_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(contains('image_url', part))
    .execute();

/** All items of an agent, in order. */
export const listCatalogItems = (db: Db, workspaceId: string, agentId: string): Promise<CatalogItemRow[]> =>
  db
    .selectFrom('catalog_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The items that still exist among some hundred ids at most, unordered. */
export const findCatalogItems = (db: Db, workspaceId: string, ids: string[]): Promise<CatalogItemRow[]> =>
  db.selectFrom('catalog_items').selectAll().where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute();

export const findCatalogItem = (
  db: Db,
  workspaceId: string,
  agentId: string,
  id: string,
): Promise<CatalogItemRow | null> => findRowBy(db, 'catalog_items', workspaceId, { agent_id: agentId, id });

export const updateCatalogItem = (
  db: Db,
  workspaceId: string,
  id: string,
  changes: Changes,
  now: string,
): Promise<CatalogItemRow> => updateRow(db, 'catalog_items', workspaceId, id, { ...changes, updated_at: now });

export const deleteCatalogItem = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'catalog_items', workspaceId, { id });

/** Items per statement, to stay below SQLite's limit of parameters. */
const itemsPerInsert = 500;

/** Replaces all items of an agent by these, with their ids and times. */
export async function replaceCatalogItems(
  db: Db,
  workspaceId: string,
  agentId: string,
  items: CatalogItem[],
): Promise<void> {
  await deleteRows(db, 'catalog_items', workspaceId, { agent_id: agentId });
  for (let at = 0; at < items.length; at += itemsPerInsert) {
    const rows = items.slice(at, at + itemsPerInsert).map((item) => ({
      id: item.id,
      workspace_id: workspaceId,
      agent_id: agentId,
      name: item.name,
      description: item.description,
      price_cents: toCents(item.price),
      image_url: item.imageUrl,
      category: item.category,
      active: item.active ? (1 as const) : (0 as const),
      position: item.order,
      created_at: item.createdAt,
      updated_at: item.updatedAt,
    }));
    await db.insertInto('catalog_items').values(rows).execute();
  }
}

/** Puts items of an agent on sale or takes them off: all, or those of some ids. Returns how many changed. */
export async function setItemsActive(
  db: Db,
  workspaceId: string,
  agentId: string,
  { active, ids }: { active: boolean; ids?: string[] | undefined },
  now: string,
): Promise<number> {
  let update = db
    .updateTable('catalog_items')
    .set({ active: active ? 1 : 0, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .where('active', '=', active ? 0 : 1);
  if (ids) update = update.where('id', 'in', ids);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The number of items, and the position after the last one, capped at the largest safe integer. */
export async function readItemRoom(
  db: Db,
  workspaceId: string,
  agentId: string,
): Promise<{ count: number; nextPosition: number }> {
  const row = await db
    .selectFrom('catalog_items')
    .select((build) => [build.fn.countAll<number>().as('count'), build.fn.max('position').as('last')])
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  return { count: row.count, nextPosition: row.count === 0 ? 0 : Math.min(row.last + 1, Number.MAX_SAFE_INTEGER) };
}

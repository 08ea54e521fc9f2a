import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';

declare module '../../platform/database.ts' {
  interface Tables {
    catalog_items: CatalogItemTable;
  }
}

/** What an agent's shop sells. */
interface CatalogItemTable {
  id: string;
  workspace_id: string;
  agent_id: string;
  name: string;
  description: string | null;
  price_cents: number;
  image_url: string | null;
  category: string | null;
  active: 0 | 1;
  position: number;
  created_at: string;
  updated_at: string;
}

export type CatalogItemRow = Selectable<CatalogItemTable>;
type Draft = Pick<CatalogItemRow, 'id' | 'workspace_id' | 'agent_id' | 'name' | 'price_cents' | 'position'> &
  Partial<Pick<CatalogItemRow, 'description' | 'image_url' | 'category' | 'active'>>;

export const insertCatalogItem = (db: Db, draft: Draft, now: string): Promise<CatalogItemRow> =>
  db
    .insertInto('catalog_items')
    .values({
      description: null,
      image_url: null,
      category: null,
      active: 1,
      ...draft,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** All items of an agent, in their order. */
export const listCatalogItems = (db: Db, workspaceId: string, agentId: string): Promise<CatalogItemRow[]> =>
  db
    .selectFrom('catalog_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Those of the ids that still exist, in no order; some hundreds of ids at most. */
export const findCatalogItems = (db: Db, workspaceId: string, ids: string[]): Promise<CatalogItemRow[]> =>
  db.selectFrom('catalog_items').selectAll().where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute();

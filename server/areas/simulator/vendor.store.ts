import type { Db, Row, Table } from '../../platform/database/database.ts';
import type { VendorProduct, VendorTemplate } from '../channels/index.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    simulator_templates: Table<
      'simulator_templates',
      {
        category: VendorTemplate['category'];
        status: VendorTemplate['status'];
        quality: VendorTemplate['quality'];
      }
    >;
    simulator_catalog_links: { channel_id: string; catalog_id: string };
    simulator_products: Table<'simulator_products', { available: 0 | 1 }>;
  }
}

const toTemplate = (row: Row<'simulator_templates'>): VendorTemplate => ({
  providerId: row.provider_id,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  reason: row.reason,
  quality: row.quality,
  components: JSON.parse(row.components),
});

export async function listTemplates(db: Db, channelId: string): Promise<VendorTemplate[]> {
  const rows = await db.selectFrom('simulator_templates').selectAll().where('channel_id', '=', channelId).execute();
  return rows.map(toTemplate);
}

export async function findTemplate(
  db: Db,
  channelId: string,
  name: string,
  language: string,
): Promise<VendorTemplate | null> {
  const row = await db
    .selectFrom('simulator_templates')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .where('language', '=', language)
    .executeTakeFirst();
  return row ? toTemplate(row) : null;
}

export async function putTemplate(db: Db, channelId: string, template: VendorTemplate): Promise<void> {
  const { providerId, components, ...rest } = template;
  const row = { ...rest, provider_id: providerId, components: JSON.stringify(components), channel_id: channelId };
  await db
    .insertInto('simulator_templates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['channel_id', 'name', 'language']).doUpdateSet(row))
    .execute();
}

export async function deleteTemplate(db: Db, channelId: string, providerId: string): Promise<void> {
  await db
    .deleteFrom('simulator_templates')
    .where('channel_id', '=', channelId)
    .where('provider_id', '=', providerId)
    .execute();
}

export async function findLinkedCatalog(db: Db, channelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('simulator_catalog_links')
    .select('catalog_id')
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row?.catalog_id ?? null;
}

/** A `catalogId` of null unlinks. */
export async function setLinkedCatalog(db: Db, channelId: string, catalogId: string | null): Promise<void> {
  await db.deleteFrom('simulator_catalog_links').where('channel_id', '=', channelId).execute();
  if (catalogId === null) return;
  await db.insertInto('simulator_catalog_links').values({ channel_id: channelId, catalog_id: catalogId }).execute();
}

export async function listProducts(db: Db, channelId: string, catalogId: string): Promise<VendorProduct[]> {
  const rows = await db
    .selectFrom('simulator_products')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('catalog_id', '=', catalogId)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    retailerId: row.retailer_id,
    name: row.name,
    description: row.description,
    priceCents: row.price_cents,
    imageUrl: row.image_url,
    available: row.available === 1,
  }));
}

export async function putProduct(db: Db, channelId: string, catalogId: string, product: VendorProduct): Promise<void> {
  const row = {
    channel_id: channelId,
    catalog_id: catalogId,
    retailer_id: product.retailerId,
    name: product.name,
    description: product.description,
    price_cents: product.priceCents,
    image_url: product.imageUrl,
    available: product.available ? (1 as const) : (0 as const),
  };
  await db
    .insertInto('simulator_products')
    .values(row)
    .onConflict((conflict) => conflict.columns(['channel_id', 'catalog_id', 'retailer_id']).doUpdateSet(row))
    .execute();
}

import { z } from 'zod';
import { pageOf, pageQuery } from '../../http/paginate.ts';

export const PlatformCatalog = z
  .object({
    id: z.string().describe("The vendor's id."),
    name: z.string(),
    productCount: z.int().nullable(),
    linked: z.boolean().describe("Whether the channel's customers see it."),
  })
  .meta({ id: 'PlatformCatalog' });

export const ChannelCatalog = z
  .object({ channelId: z.string(), catalog: PlatformCatalog.nullable().describe('The linked catalog.') })
  .meta({ id: 'ChannelCatalog' });

export const CatalogLink = z.strictObject({
  catalogId: z.string().min(1).max(128),
  confirmReplace: z.boolean().optional().describe('Required if another catalog is linked.'),
});

export const CatalogSyncDraft = z.strictObject({
  sourceAiAgentId: z.string().min(1).describe('The agent whose catalog items are synced.'),
});

const catalogSyncStatuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'PARTIAL'] as const;
const CatalogSyncStatus = z.enum(catalogSyncStatuses).meta({ id: 'CatalogSyncStatus' });

export const CatalogSync = z
  .object({
    id: z.string(),
    channelId: z.string(),
    catalogId: z.string(),
    sourceAiAgentId: z.string(),
    status: CatalogSyncStatus,
    progress: z.int().describe('Percentage of items that are done.'),
    total: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    errors: z
      .array(z.object({ itemId: z.string(), name: z.string(), message: z.string() }))
      .describe('The first 1,000 items that failed.'),
    error: z.string().nullable().describe('Why the sync as a whole failed.'),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CatalogSync' });
export type CatalogSync = z.infer<typeof CatalogSync>;

export const productStates = ['synced', 'changed', 'missing', 'refused', 'only_there'] as const;
const CatalogProductState = z.enum(productStates).meta({ id: 'CatalogProductState' });
export type ProductState = (typeof productStates)[number];

export const ProductQuery = z.object({
  ...pageQuery,
  channelId: z.string().min(1).max(64),
  sourceAiAgentId: z.string().min(1).max(64).describe('The agent whose items are compared with the products.'),
  search: z.string().max(200).optional().describe('Part of the name; accents and case are ignored.'),
  state: CatalogProductState.optional().describe('Only products in this state; `counts` still counts all.'),
});

const productFields = {
  name: z.string(),
  description: z.string().nullable(),
  price: z.number(),
  imageUrl: z.string().nullable(),
};

const productDifferences = [
  'missing_there',
  'missing_here',
  'name',
  'description',
  'price',
  'imageUrl',
  'available',
] as const;
const CatalogProductDifference = z.enum(productDifferences).meta({ id: 'CatalogProductDifference' });

export const CatalogProduct = z
  .object({
    product: z.object({ retailerId: z.string(), ...productFields, available: z.boolean() }).nullable(),
    item: z.object({ id: z.string(), ...productFields, active: z.boolean() }).nullable(),
    differences: z.array(CatalogProductDifference).describe('What a sync would change; it ignores `missing_here`.'),
    state: z
      .enum(productStates)
      .describe('`refused`: it differs, and the newest sync of the agent failed for it; `only_there`: it has no item.'),
    refusal: z.string().nullable().describe('Why the newest sync failed for it.'),
  })
  .meta({ id: 'CatalogProduct' });
export type CatalogProduct = z.infer<typeof CatalogProduct>;

const counts = Object.fromEntries(productStates.map((state) => [state, z.int()])) as Record<ProductState, z.ZodInt>;
export const CatalogProductPage = pageOf(CatalogProduct).extend({
  counts: z.object(counts).describe('All products that the search finds, by state.'),
});

import { z } from 'zod';
import { pageOf, pageQuery } from '../../http/paginate.ts';

export const PlatformCatalog = z
  .object({
    id: z.string().describe("The vendor's id."),
    name: z.string().describe('What the catalog is called at the vendor.'),
    productCount: z.int().min(0).nullable().describe('How many products it has; null where the vendor does not say.'),
    linked: z.boolean().describe("Whether the channel's customers see it."),
  })
  .meta({ id: 'PlatformCatalog' });

export const ChannelCatalog = z
  .object({
    channelId: z.string(),
    catalog: PlatformCatalog.nullable().describe('The catalog that is linked now; null for none.'),
  })
  .meta({ id: 'ChannelCatalog' });

export const CatalogLink = z.strictObject({
  catalogId: z.string().min(1).max(128).describe('The vendor’s id of the catalog to link.'),
  confirmReplace: z.boolean().optional().describe('Required if another catalog is linked.'),
});

export const CatalogSyncDraft = z.strictObject({
  sourceAiAgentId: z.string().min(1).describe('The agent whose catalog items are synced.'),
});

const catalogSyncStatuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'PARTIAL'] as const;
const CatalogSyncStatus = z.enum(catalogSyncStatuses).meta({
  id: 'CatalogSyncStatus',
  description: 'How a sync stands. PARTIAL ended with some items failed, FAILED with all of them.',
});

export const CatalogSync = z
  .object({
    id: z.string(),
    channelId: z.string().describe('Id of the channel to whose catalog it goes.'),
    catalogId: z.string().describe('The vendor’s id of the catalog.'),
    sourceAiAgentId: z.string().describe('Id of the AI agent whose items are synced.'),
    status: CatalogSyncStatus,
    progress: z.int().min(0).max(100).describe('Percentage of items that are done.'),
    total: z.int().min(0).describe('How many items the agent had when the sync was started.'),
    created: z.int().min(0).describe('Items that the catalog did not have.'),
    updated: z.int().min(0).describe('Items whose product differed.'),
    unchanged: z.int().min(0).describe('Items whose product was right already.'),
    failed: z.int().min(0).describe('Items that were not synced; a retry takes them again.'),
    errors: z
      .array(
        z.object({
          itemId: z.string().describe('Id of the catalog item.'),
          name: z.string().describe('The item’s name when it was synced.'),
          message: z.string().describe('Why it failed, for people.'),
        }),
      )
      .describe('The first 1,000 items that failed.'),
    error: z.string().nullable().describe('Why the sync as a whole failed, for people; null if it did not.'),
    startedAt: z.string().nullable().describe('When the first item was taken; null before.'),
    finishedAt: z.string().nullable().describe('When it ended; null before.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CatalogSync' });
export type CatalogSync = z.infer<typeof CatalogSync>;

export const productStates = ['synced', 'changed', 'missing', 'refused', 'only_there'] as const;
const CatalogProductState = z.enum(productStates).meta({
  id: 'CatalogProductState',
  description:
    'How an item and its product compare: the same, different, without a product (`missing`), without an item ' +
    '(`only_there`), or different because the newest sync of the agent failed for it (`refused`).',
});
export type ProductState = (typeof productStates)[number];

export const ProductQuery = z.object({
  ...pageQuery,
  channelId: z.string().min(1).max(64).describe('The channel whose linked catalog is compared.'),
  sourceAiAgentId: z.string().min(1).max(64).describe('The agent whose items are compared with the products.'),
  search: z.string().max(200).optional().describe('Part of the name; accents and case are ignored.'),
  state: CatalogProductState.optional().describe('Only products in this state; `counts` still counts all.'),
});

const productFields = {
  name: z.string().describe('What is sold.'),
  description: z.string().nullable().describe('What is said about it; null for nothing.'),
  price: z.number().describe('Its price, with at most two decimal places.'),
  imageUrl: z.string().nullable().describe('Where its picture is; null without one.'),
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
const CatalogProductDifference = z.enum(productDifferences).meta({
  id: 'CatalogProductDifference',
  description: 'The field that differs, or on which side the entry is missing.',
});

export const CatalogProduct = z
  .object({
    product: z
      .object({
        retailerId: z.string().describe('The shop’s id of the product; of one that was synced, the id of its item.'),
        ...productFields,
        available: z.boolean().describe('Whether customers can buy it.'),
      })
      .nullable()
      .describe('What the vendor has; null where the catalog lacks it.'),
    item: z
      .object({
        id: z.string().describe('Id of the catalog item.'),
        ...productFields,
        active: z.boolean().describe('Whether it is for sale.'),
      })
      .nullable()
      .describe('What the agent sells; null for a product without an item.'),
    differences: z.array(CatalogProductDifference).describe('What a sync would change; it ignores `missing_here`.'),
    state: CatalogProductState,
    refusal: z.string().nullable().describe('Why the newest sync failed for it; null unless it is `refused`.'),
  })
  .meta({ id: 'CatalogProduct' });
export type CatalogProduct = z.infer<typeof CatalogProduct>;

const count = z.int().min(0);
export const CatalogProductPage = pageOf(CatalogProduct).extend({
  counts: z
    .object({
      synced: count.describe('Items whose product is the same.'),
      changed: count.describe('Items whose product differs.'),
      missing: count.describe('Items without a product.'),
      refused: count.describe('Items for which the newest sync failed.'),
      only_there: count.describe('Products without an item.'),
    } satisfies Record<ProductState, z.ZodInt>)
    .describe('All products that the search finds, by state.'),
});

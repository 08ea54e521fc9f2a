import { z } from 'zod';
import { Flag, pageQuery } from '../../../http/paginate.ts';
import { Amount } from '../../../platform/text/money.ts';

const longestUrl = 2_000;

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const Url = z.string().trim().max(longestUrl).refine(isWebUrl, 'must be an http or https URL');
const Category = z.string().trim().min(1).max(100);

/** The specification also allows an object with the text as its only field, here and for the category. */
const ImageUrl = z
  .union([Url, z.strictObject({ url: Url })])
  .transform((value) => (typeof value === 'string' ? value : value.url))
  .nullable()
  .describe('An http(s) URL, or a link of `upload-media`, which then no longer expires; or `{url}`. Null for none.');

const CategoryName = z
  .union([Category, z.strictObject({ name: Category })])
  .transform((value) => (typeof value === 'string' ? value : value.name))
  .nullable()
  .describe('Name of the category, or `{name}`. Null for none.');

const fields = {
  name: z.string().trim().min(1).max(150),
  description: z.string().max(1000).optional().describe('Empty for none.'),
  price: Amount,
  imageUrl: ImageUrl.optional(),
  category: CategoryName.optional(),
  active: z.boolean().optional().describe('Whether the item is for sale now. Default true.'),
  order: z
    .int()
    .optional()
    .describe('Sort key; items with the same value are sorted by creation. Default: at the end.'),
};

export const CatalogItemDraft = z.strictObject(fields);
export type CatalogItemDraft = z.output<typeof CatalogItemDraft>;

export const CatalogItemChanges = CatalogItemDraft.partial();
export type CatalogItemChanges = z.output<typeof CatalogItemChanges>;

export const CatalogItemQuery = z.object({
  ...pageQuery,
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Part of the name, description or category, regardless of accents and case.'),
  active: Flag.describe('Extension: only the items that are for sale, or only the others.'),
});

export const CatalogItemsActive = z.strictObject({
  active: z.boolean(),
  ids: z.array(z.string().min(1).max(64)).min(1).max(500).optional().describe('Only these items; all if absent.'),
});

export const CatalogItem = z
  .object({
    id: z.string(),
    aiAgentId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    price: z.number(),
    imageUrl: z.string().nullable(),
    category: z.string().nullable(),
    active: z.boolean(),
    order: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CatalogItem' });
export type CatalogItem = z.infer<typeof CatalogItem>;

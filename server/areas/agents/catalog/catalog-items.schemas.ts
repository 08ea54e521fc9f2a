import { z } from 'zod';
import { changesOf } from '../../../http/changes-of.ts';
import { Flag, pageQuery } from '../../../http/paginate.ts';
import { Amount } from '../../../platform/text/money.ts';

const longestUrl = 2_000;

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const Url = z.string().trim().max(longestUrl).refine(isWebUrl, 'must be an http or https URL');
const Category = z.string().trim().min(1).max(100);

/** The specification also allows an object with the text as its only field, here and for the category. */
const ImageUrl = z
  .union([Url, z.strictObject({ url: Url.describe('The URL.') })])
  .transform((value) => (typeof value === 'string' ? value : value.url))
  .nullable()
  .describe('An http(s) URL, or a link of `upload-media`, which then no longer expires; or `{url}`. Null for none.');

const CategoryName = z
  .union([Category, z.strictObject({ name: Category.describe('The name of the category.') })])
  .transform((value) => (typeof value === 'string' ? value : value.name))
  .nullable()
  .describe('Name of the category, or `{name}`. Null for none.');

const fields = {
  name: z.string().trim().min(1).max(150).describe('What customers call it.'),
  description: z.string().max(1000).optional().describe('What the agent tells of it; empty for nothing.'),
  price: Amount.describe("In the shop's currency, with at most two decimal places; 0 if it is not known yet."),
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
  active: z.boolean().describe('Whether they are for sale.'),
  ids: z.array(z.string().min(1).max(64)).min(1).max(500).optional().describe('Only these items; all if absent.'),
});

export const CatalogItem = z
  .object({
    id: z.string(),
    aiAgentId: z.string().describe('Id of the AI agent that sells it.'),
    name: z.string().describe('What customers call it.'),
    description: z.string().nullable().describe('What the agent tells of it; null for nothing.'),
    price: z.number().describe("In the shop's currency; 0 if it is not known yet."),
    imageUrl: z.string().nullable().describe('Where anyone can see its picture; null for none.'),
    category: z.string().nullable().describe('The heading under which it stands; null for none.'),
    active: z.boolean().describe('Whether it is for sale now.'),
    order: z.int().describe('Sort key; items with the same value are sorted by creation.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CatalogItem' });
export type CatalogItem = z.infer<typeof CatalogItem>;

export const CatalogItemChanges = changesOf(CatalogItem, fields);
export type CatalogItemChanges = z.output<typeof CatalogItemChanges>;

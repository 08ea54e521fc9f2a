import { z } from 'zod';
import { CatalogItem } from '../../agents/catalog/catalog-items.schemas.ts';

const readers = ['pdf', 'ocr', 'model'] as const;
export type Reader = (typeof readers)[number];

export const ProposedItems = z
  .object({
    data: z
      .array(
        CatalogItem.extend({
          confidence: z.number().describe('Probability that name and price were read correctly, 0 to 1.'),
        }),
      )
      .describe('Inactive items in the order of the list. Review each, then set `active` or delete it.'),
    readBy: z
      .enum(readers)
      .describe(
        '`pdf`: the text of the file; `ocr`: text recognition, offline; `model`: the configured language model.',
      ),
    alreadyThere: z.int().describe('Lines skipped because the catalog already has an item with this name and price.'),
    leftOut: z.int().describe('Lines skipped because one upload adds 200 items at most.'),
  })
  .meta({ id: 'ProposedCatalogItems' });
export type ProposedItems = z.infer<typeof ProposedItems>;

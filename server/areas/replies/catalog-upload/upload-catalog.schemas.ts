import { z } from 'zod';
import { CatalogItem } from '../../agents/catalog/catalog-items.schemas.ts';

const readers = ['pdf', 'ocr', 'model'] as const;
export type Reader = (typeof readers)[number];

export const ProposedItems = z
  .object({
    data: z
      .array(
        CatalogItem.extend({
          confidence: z.number().describe('How likely it is that name and price were read right, 0 to 1.'),
        }),
      )
      .describe('In the order of the list. Not active: look at each and set `active`, or delete it.'),
    readBy: z
      .enum(readers)
      .describe(
        '`pdf`: the text of the file; `ocr`: text recognition, offline; `model`: the configured language model.',
      ),
    alreadyThere: z.int().describe('Lines that the catalog has already with the same name and price; not added again.'),
    leftOut: z.int().describe('Lines past the 200 that one upload adds.'),
  })
  .meta({ id: 'ProposedCatalogItems' });
export type ProposedItems = z.infer<typeof ProposedItems>;

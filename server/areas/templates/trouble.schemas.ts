import { z } from 'zod';
import { TemplateCategory } from '../channels/schemas.ts';

export const TemplateUse = z.object({
  kind: z.enum(['CAMPAIGN', 'FLOW']),
  id: z.string(),
  name: z.string(),
});
export type TemplateUse = z.infer<typeof TemplateUse>;

/** A change by the vendor that concerns the owner. */
export const TemplateTrouble = z.object({
  templateId: z.string(),
  name: z.string(),
  problem: z
    .enum(['PAUSED', 'REJECTED', 'DISABLED', 'CATEGORY'])
    .describe('The status, of a template that cannot be sent; CATEGORY: the vendor has changed its category.'),
  category: TemplateCategory,
  categoryWas: TemplateCategory.nullable().describe('The category before the change; null for a status.'),
  since: z.string(),
  uses: z.array(TemplateUse).describe('The open campaigns and flows that send it.'),
});
export type TemplateTrouble = z.infer<typeof TemplateTrouble>;

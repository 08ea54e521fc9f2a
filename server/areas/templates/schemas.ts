import { z } from 'zod';
import { pageQuery } from '../../http/paginate.ts';
import { TemplateCategory, TemplateQuality, TemplateStatus } from '../channels/schemas.ts';
import { Components } from './component.schemas.ts';

export const ChatTemplateDraft = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(512)
    .regex(/^[a-z0-9_]*$/, 'must consist of lower case letters, digits and underscores')
    .describe('Unique in the channel within a language; lower case letters, digits and underscores.'),
  category: TemplateCategory.describe('What the message is for; the vendor checks it in its review.'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2}|_[A-Z][a-z]{3})?$/, 'must be a language code of the vendor, such as pt_BR or en')
    .describe('Language code of the vendor, such as `pt_BR` or `en`.'),
  components: Components,
});

export const ChatTemplateToCheck = z.strictObject({
  channelId: z.string().max(64).optional().describe('The channel it is for; decides on a review and on free names.'),
  draft: z.record(z.string(), z.unknown()).describe('As for creating a template, finished or not.'),
});

const Finding = z.object({
  path: z.string().describe('The field in the draft, such as `components[0].text`.'),
  severity: z
    .enum(['error', 'hint'])
    .describe('`error`: creating it would be rejected; `hint`: reviewers may refuse it.'),
  code: z.string().describe('The kind of fault or hint, as a stable word.'),
  message: z.string().describe('What is wrong, for people.'),
});
export type Finding = z.infer<typeof Finding>;

export const ChatTemplateFindings = z
  .object({ findings: z.array(Finding).describe('Faults first, then hints; empty if nothing was found.') })
  .meta({ id: 'ChatTemplateFindings' });

export const ChatTemplate = z
  .object({
    id: z.string(),
    channelId: z.string(),
    name: z.string().describe('Its name, unique in the channel within a language.'),
    category: TemplateCategory,
    language: z.string().describe('Language code of the vendor, such as `pt_BR`.'),
    status: TemplateStatus,
    reason: z
      .string()
      .nullable()
      .describe('Why it was rejected, paused or disabled, else null; `gone`: the vendor no longer has it.'),
    quality: TemplateQuality,
    local: z
      .boolean()
      .describe('Stored only here and APPROVED at once, since the vendor of the channel reviews no templates.'),
    components: z
      .array(z.record(z.string(), z.unknown()))
      .describe("Header, body, footer and buttons in the vendor's form."),
    variables: z
      .array(z.string())
      .describe('The variables that a send must fill, in the order of a list of values: header, body, buttons.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ChatTemplate' });
export type ChatTemplate = z.infer<typeof ChatTemplate>;

export const ChatTemplateQuery = z.object({
  ...pageQuery,
  channelId: z.string().max(64).optional(),
  category: TemplateCategory.optional().describe('Only templates of this category.'),
  status: TemplateStatus.optional().describe('Only templates in this state.'),
  language: z.string().max(20).optional().describe('Only templates in this language, such as pt_BR.'),
  search: z.string().max(200).optional().describe('Part of the name.'),
});

const syncStatuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
const TemplateSyncStatus = z
  .enum(syncStatuses)
  .meta({ id: 'TemplateSyncStatus', description: 'How far a sync of templates is.' });

export const ChatTemplateSync = z
  .object({
    id: z.string(),
    channelId: z.string(),
    status: TemplateSyncStatus,
    added: z.int().describe('Templates that were new here.'),
    updated: z.int().describe('Templates that had changed at the vendor.'),
    gone: z.int().describe('Templates that the vendor no longer has; they are now DISABLED.'),
    error: z.string().nullable().describe('Why it failed, for people; null unless FAILED.'),
    createdAt: z.string(),
    updatedAt: z.string(),
    finishedAt: z.string().nullable().describe('When it ended; null while it runs.'),
  })
  .meta({ id: 'ChatTemplateSync' });
export type ChatTemplateSync = z.infer<typeof ChatTemplateSync>;

export const MediaHandle = z.object({ handle: z.string().describe('For `example.header_handle`.') });

const sends = {
  count: z.int().describe('Number of templates.'),
  sends: z.int().describe('Messages that were sent with them.'),
  delivered: z.int().describe('Those that arrived.'),
  read: z.int().describe('Those that were read.'),
  deliveryRate: z.number().nullable().describe('Share of sends that were delivered, 0 to 1; null without sends.'),
  readRate: z.number().nullable().describe('Share of sends that were read, 0 to 1; null without sends.'),
};

export const ChatTemplateStats = z
  .object({
    ...sends,
    byCategory: z
      .array(z.object({ category: TemplateCategory, ...sends }))
      .describe('The same for each category, with zeros where there is none.'),
    byStatus: z
      .array(z.object({ status: TemplateStatus, count: sends.count }))
      .describe('The number of templates in each state.'),
  })
  .meta({ id: 'ChatTemplateStats' });
export type ChatTemplateStats = z.infer<typeof ChatTemplateStats>;

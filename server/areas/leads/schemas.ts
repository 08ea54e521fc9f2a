import { z } from 'zod';
import { changesOf } from '../../http/changes-of.ts';
import { isEmail } from '../../platform/text/emails.ts';
import { unconfirmedField } from '../../platform/work/unconfirmed.ts';

const largestDataBytes = 16 * 1024;
const deepestData = 5;
export const mostTags = 50;

export const Lead = z
  .object({
    id: z.string(),
    aiAgentId: z.string().describe('Id of the AI agent that the lead belongs to.'),
    contactId: z.string().describe('Extension: id of the contact, who is a lead of the agent once.'),
    phone: z
      .string()
      .nullable()
      .describe('The present number of the contact in E.164; null while the vendor hides it.'),
    name: z.string().nullable().describe('The person’s name; null while it is unknown.'),
    email: z.string().nullable().describe('The person’s e-mail address; null while it is unknown.'),
    address: z.string().nullable().describe('Where the person lives, as written; null while it is unknown.'),
    tags: z.array(z.string()).describe('Words to find the lead by, at most 50.'),
    data: z.record(z.string(), z.unknown()).describe('What the person answered to the agent’s questions, by question.'),
    ...unconfirmedField,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Lead' });
export type Lead = z.infer<typeof Lead>;

/** Levels of nested objects and lists, including the outermost. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const fields = {
  name: z.string().trim().max(100).optional().describe('The person’s name; empty for none.'),
  email: z
    .string()
    .trim()
    .max(254)
    .refine((text) => text === '' || isEmail(text), 'must be an e-mail address')
    .optional()
    .describe('The person’s e-mail address; empty for none.'),
  address: z.string().trim().max(200).optional().describe('Where the person lives; empty for none.'),
  tags: z
    .array(z.string().trim().min(1).max(40))
    .max(mostTags)
    .optional()
    .describe('Words to find the lead by. They replace the former ones.'),
  data: z
    .record(z.string(), z.unknown())
    .refine((data) => depthOf(data) <= deepestData, `must not be nested deeper than ${deepestData} levels`)
    .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= largestDataBytes, 'must be at most 16 KiB of JSON')
    .optional()
    .describe(
      "The lead's answers to the agent's questions: at most 16 KiB of JSON and five levels. Replaced as a whole.",
    ),
};

export const LeadDraft = z.strictObject({
  aiAgentId: z.string().max(64).describe('Id of the AI agent that the lead belongs to.'),
  phone: z
    .string()
    .min(8)
    .max(30)
    .optional()
    .describe('The person’s phone number in any spelling; a new one creates a contact. Required without `contactId`.'),
  contactId: z
    .string()
    .max(64)
    .optional()
    .describe('Extension: the customer by id, in place of the number, for one who hides it.'),
  ...fields,
});

export const LeadChanges = changesOf(Lead, fields);
export type LeadChanges = z.output<typeof LeadChanges>;

import { z } from 'zod';

const largestDataBytes = 16 * 1024;
const deepestData = 5;
export const mostTags = 50;

export const Lead = z
  .object({
    id: z.string(),
    aiAgentId: z.string(),
    phone: z.string().describe('E.164; unique among the leads of the agent.'),
    name: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string().nullable(),
    tags: z.array(z.string()),
    data: z.record(z.string(), z.unknown()),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Lead' });
export type Lead = z.infer<typeof Lead>;

const isEmail = (text: string): boolean => z.email().safeParse(text).success;

/** Levels of nested objects and lists, including the outermost. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const fields = {
  name: z.string().trim().max(100).optional().describe('Empty for none.'),
  email: z
    .string()
    .trim()
    .max(254)
    .refine((text) => text === '' || isEmail(text), 'must be an e-mail address')
    .optional()
    .describe('Empty for none.'),
  address: z.string().trim().max(200).optional().describe('Empty for none.'),
  tags: z.array(z.string().trim().min(1).max(40)).max(mostTags).optional(),
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
  aiAgentId: z.string().max(64),
  phone: z.string().min(8).max(30),
  ...fields,
});

export const LeadChanges = z.strictObject(fields);
export type LeadChanges = z.output<typeof LeadChanges>;

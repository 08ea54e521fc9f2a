import { z } from 'zod';
import { anyOf } from '../../../http/filters.ts';
import { pageQuery } from '../../../http/paginate.ts';

export const recipientStatuses = [
  'PENDING',
  'SENDING',
  'SENT',
  'DELIVERED',
  'READ',
  'REPLIED',
  'FAILED',
  'SKIPPED',
  'UNKNOWN',
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

export const skipReasons = ['opted_out', 'replied', 'duplicate', 'invalid_number', 'quota'] as const;
export const CampaignSkipReason = z.enum(skipReasons).meta({ id: 'CampaignSkipReason' });
export type SkipReason = (typeof skipReasons)[number];

export const mostRows = 10_000;

export const AudienceRow = z.strictObject({
  phone: z.string().max(200).describe('An invalid number is reported for its row and does not reject the others.'),
  name: z.string().trim().max(120).nullish(),
  variables: z
    .record(z.string().max(200), z.union([z.string().max(1_024), z.number(), z.boolean(), z.null()]))
    .optional(),
});
export type AudienceRow = z.output<typeof AudienceRow>;
export const Audience = z.strictObject({ rows: z.array(AudienceRow).max(mostRows) });

export const RowProblem = z.object({
  row: z.int().describe('Position of the row, from 1; in a file its line, where the header is line 1.'),
  code: z.string(),
  message: z.string(),
});
export type RowProblem = z.infer<typeof RowProblem>;

export const AudienceResult = z
  .object({
    accepted: z.int(),
    duplicate: z.int().describe('Repeats of a number: the first row counts.'),
    invalid: z.int(),
    optedOut: z.int().describe('Contacts who opted out of campaigns.'),
    errors: z.array(RowProblem).describe('The first 100.'),
  })
  .meta({ id: 'CampaignAudienceResult' });
export type AudienceResult = z.infer<typeof AudienceResult>;

const totals = Object.fromEntries(recipientStatuses.map((status) => [status, z.int()])) as Record<
  RecipientStatus,
  z.ZodInt
>;
export const Totals = z.object({ total: z.int(), ...totals });
export type Totals = z.infer<typeof Totals>;

export const Recipient = z
  .object({
    id: z.string(),
    phone: z.string().describe('E.164; as given when it is not a valid number.'),
    name: z.string().nullable(),
    variables: z.record(z.string(), z.string()),
    status: z
      .enum(recipientStatuses)
      .describe('UNKNOWN: the send was interrupted and its outcome is unknown; it is never retried automatically.'),
    reason: CampaignSkipReason.nullable().describe('Why it was SKIPPED.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    content: z.string().nullable().describe('The text, frozen when the campaign started.'),
    attempts: z.int().describe('Since it last became PENDING at a person’s request.'),
    messageId: z.string().nullable(),
    providerMessageId: z.string().nullable(),
    sentAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    readAt: z.string().nullable(),
    repliedAt: z.string().nullable(),
    optedOutAt: z.string().nullable().describe('When the person opted out after this campaign.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CampaignRecipient' });
export type Recipient = z.infer<typeof Recipient>;

export const RecipientListQuery = z.object({
  ...pageQuery,
  search: z.string().max(200).optional().describe('Part of the name or digits of the number.'),
  status: anyOf(recipientStatuses),
});

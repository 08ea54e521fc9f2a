import { z } from 'zod';
import { anyOf } from '../../http/filters.ts';
import { pageQuery } from '../../http/paginate.ts';
import { minuteMs } from '../../platform/durations.ts';

export const campaignStatuses = [
  'DRAFT',
  'SCHEDULED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

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
export type SkipReason = (typeof skipReasons)[number];

export const audienceSources = ['CONTACTS', 'CSV'] as const;

/** Why a campaign that is RUNNING sends nothing right now. */
export const holdReasons = ['sending_paused', 'channel_not_connected', 'quiet_hours', 'provider_limit'] as const;
export type HoldReason = (typeof holdReasons)[number];

export const defaultSendIntervalMs = 3_000;
export const mostRows = 10_000;

export const CampaignDraft = z.strictObject({
  name: z.string().trim().min(1).max(160),
  channelId: z.string().min(1),
  channelTemplateId: z.string().min(1).describe('A template of that channel.'),
  timezone: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('IANA name; where it is absent, that of the workspace. An unknown one refuses the start.'),
  audienceSource: z.enum(audienceSources),
  stopOnReply: z.boolean().default(true).describe('A reply ends what is still pending for that number.'),
  sendIntervalMs: z
    .int()
    .min(250)
    .max(minuteMs)
    .default(defaultSendIntervalMs)
    .describe('Between two sends of this campaign; on a QR channel up to half as long again, at random.'),
});
export type CampaignDraft = z.output<typeof CampaignDraft>;

export const contactFields = ['name', 'firstName', 'phone', 'email'] as const;

const mappingFields = {
  variable: z.string().min(1).max(60).describe('A key of the template’s `variables`.'),
  value: z.string().max(1_024),
  fallback: z.string().max(1_024).nullish().describe('What stands in where the source has nothing.'),
};
export const Mapping = z.discriminatedUnion('source', [
  z.strictObject({
    ...mappingFields,
    source: z.literal('FIELD'),
    value: z.string().min(1).max(200).describe('A key of the row’s `variables`, or `name` or `phone` of the row.'),
  }),
  z.strictObject({ ...mappingFields, source: z.literal('CONTACT'), value: z.enum(contactFields) }),
  z.strictObject({ ...mappingFields, source: z.literal('FIXED') }),
]);
export type Mapping = z.output<typeof Mapping>;

export const Mappings = z.strictObject({ mappings: z.array(Mapping).max(50) });

export const AudienceRow = z.strictObject({
  phone: z.string().max(200).describe('What cannot be a number is told row by row and stops no other.'),
  name: z.string().trim().max(120).nullish(),
  variables: z
    .record(z.string().max(200), z.union([z.string().max(1_024), z.number(), z.boolean(), z.null()]))
    .optional(),
});
export type AudienceRow = z.output<typeof AudienceRow>;
export const Audience = z.strictObject({ rows: z.array(AudienceRow).max(mostRows) });

export const RowProblem = z.object({
  row: z.int().describe('From 1, in the order of the rows; in a file the line, the header being line 1.'),
  code: z.string(),
  message: z.string(),
});
export type RowProblem = z.infer<typeof RowProblem>;

export const AudienceResult = z
  .object({
    accepted: z.int(),
    duplicate: z.int().describe('Repeats of a number: the first row counts.'),
    invalid: z.int(),
    optedOut: z.int().describe('Contacts who asked for no campaigns.'),
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

export const Campaign = z
  .object({
    id: z.string(),
    name: z.string(),
    channelId: z.string(),
    channelTemplateId: z.string(),
    timezone: z.string(),
    audienceSource: z.enum(audienceSources),
    stopOnReply: z.boolean(),
    sendIntervalMs: z.int(),
    variables: z.array(
      z.object({
        variable: z.string(),
        source: z.enum(['FIELD', 'CONTACT', 'FIXED']),
        value: z.string(),
        fallback: z.string().nullable(),
      }),
    ),
    status: z.enum(campaignStatuses),
    statusReason: z
      .string()
      .nullable()
      .describe('Why it was paused by itself, or could not begin: `too_many_failures`, `template_unusable`, …'),
    holdReason: z.enum(holdReasons).nullable().describe('Why it sends nothing right now although it is RUNNING.'),
    transactionalReason: z.string().nullable().describe('Why a template that is no marketing is sent.'),
    recipients: Totals.describe('Of the audience, by status.'),
    scheduledAt: z.string().nullable(),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'MarketingCampaign' });
export type Campaign = z.infer<typeof Campaign>;

export const Recipient = z
  .object({
    id: z.string(),
    phone: z.string().describe('E.164; as it was written where it cannot be a number.'),
    name: z.string().nullable(),
    variables: z.record(z.string(), z.string()),
    status: z
      .enum(recipientStatuses)
      .describe('UNKNOWN: the server or the connection broke while it was sent; it is never sent again by itself.'),
    reason: z.enum(skipReasons).nullable().describe('Why it was SKIPPED.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    content: z.string().nullable().describe('The text, frozen when the campaign started.'),
    attempts: z.int().describe('Since it was last put in line.'),
    messageId: z.string().nullable(),
    providerMessageId: z.string().nullable(),
    sentAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    readAt: z.string().nullable(),
    repliedAt: z.string().nullable(),
    optedOutAt: z.string().nullable().describe('When the person asked for no more after this campaign.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CampaignRecipient' });
export type Recipient = z.infer<typeof Recipient>;

export const CampaignListQuery = z.object({
  ...pageQuery,
  search: z.string().max(200).optional().describe('A part of the name.'),
  status: anyOf(campaignStatuses),
  channelId: z.string().max(64).optional(),
});

export const RecipientListQuery = z.object({
  ...pageQuery,
  search: z.string().max(200).optional().describe('A part of the name or digits of the number.'),
  status: anyOf(recipientStatuses),
});

export const Start = z.strictObject({
  scheduledAt: z
    .string()
    .max(40)
    .optional()
    .describe('ISO 8601; without an offset it is read in the time zone of the campaign. Absent: now.'),
  transactional: z
    .strictObject({ reason: z.string().trim().min(1).max(300) })
    .optional()
    .describe('Allows a template that is no MARKETING one, with the reason that is kept.'),
});
export type Start = z.output<typeof Start>;

export const resumeScopes = ['pending', 'failed', 'all_unsent'] as const;
export const Resume = z.strictObject({
  scope: z
    .enum(resumeScopes)
    .default('pending')
    .describe('`failed` puts those that FAILED in line again, `all_unsent` also the UNKNOWN and those over a quota.'),
});

export const TestSend = z.strictObject({
  phoneNumber: z.string().min(8).max(40),
  name: z.string().max(120).optional(),
  variables: z.record(z.string().max(200), z.string().max(1_024)).optional(),
});

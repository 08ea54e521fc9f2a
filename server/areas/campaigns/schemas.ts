import { z } from 'zod';
import { Fault } from '../../http/common.schemas.ts';
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
export const CampaignStatus = z.enum(campaignStatuses).meta({ id: 'CampaignStatus' });
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
export const CampaignSkipReason = z.enum(skipReasons).meta({ id: 'CampaignSkipReason' });
export type SkipReason = (typeof skipReasons)[number];

export const audienceSources = ['CONTACTS', 'CSV'] as const;
const AudienceSource = z.enum(audienceSources).meta({ id: 'AudienceSource' });

/** Reasons why a RUNNING campaign sends nothing at the moment. */
export const holdReasons = ['sending_paused', 'channel_not_connected', 'quiet_hours', 'provider_limit'] as const;
const CampaignHoldReason = z.enum(holdReasons).meta({ id: 'CampaignHoldReason' });
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
    .describe('IANA name; defaults to the workspace’s. An unknown one prevents the start.'),
  audienceSource: AudienceSource,
  stopOnReply: z.boolean().default(true).describe('A reply skips the recipient with this number if still pending.'),
  sendIntervalMs: z
    .int()
    .min(250)
    .max(minuteMs)
    .default(defaultSendIntervalMs)
    .describe('Between two sends of this campaign; on a QR channel plus up to 50 %, at random.'),
  mediaUrl: z
    .string()
    .min(1)
    .max(2_000)
    .nullish()
    .describe(
      'The file for a header that needs one: a link of upload-media or of the library, or an http(s) URL, which is ' +
        'fetched once. Absent in a change: it stays; null: none.',
    ),
});
export type CampaignDraft = z.output<typeof CampaignDraft>;

export const contactFields = ['name', 'firstName', 'phone', 'email'] as const;

const mappingFields = {
  variable: z.string().min(1).max(60).describe('A key of the template’s `variables`.'),
  value: z.string().max(1_024),
  fallback: z.string().max(1_024).nullish().describe('Used when the source is empty.'),
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

export const Campaign = z
  .object({
    id: z.string(),
    name: z.string(),
    channelId: z.string(),
    channelTemplateId: z.string(),
    timezone: z.string(),
    audienceSource: AudienceSource,
    stopOnReply: z.boolean(),
    sendIntervalMs: z.int(),
    mediaUrl: z.string().nullable().describe('A link to the file for the header of the template.'),
    media: z
      .object({
        kind: z.enum(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT']),
        contentType: z.string(),
        sizeBytes: z.int(),
        fileName: z.string(),
      })
      .nullable(),
    variables: z.array(
      z.object({
        variable: z.string(),
        source: z.enum(['FIELD', 'CONTACT', 'FIXED']),
        value: z.string(),
        fallback: z.string().nullable(),
      }),
    ),
    status: CampaignStatus,
    statusReason: z
      .string()
      .nullable()
      .describe('Why it paused itself or could not start: `too_many_failures`, `template_unusable`, …'),
    holdReason: CampaignHoldReason.nullable().describe('Why it sends nothing at the moment although it is RUNNING.'),
    transactionalReason: z.string().nullable().describe('Why a template that is not MARKETING is sent.'),
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
    phone: z.string().describe('E.164; as given when it is not a valid number.'),
    name: z.string().nullable(),
    variables: z.record(z.string(), z.string()),
    status: z
      .enum(recipientStatuses)
      .describe('UNKNOWN: the send was interrupted and its outcome is unknown; it is never retried automatically.'),
    reason: CampaignSkipReason.nullable().describe('Why it was SKIPPED.'),
    error: Fault.nullable(),
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

export const CampaignListQuery = z.object({
  ...pageQuery,
  search: z.string().max(200).optional().describe('Part of the name.'),
  status: anyOf(campaignStatuses),
  channelId: z.string().max(64).optional(),
});

export const RecipientListQuery = z.object({
  ...pageQuery,
  search: z.string().max(200).optional().describe('Part of the name or digits of the number.'),
  status: anyOf(recipientStatuses),
});

export const Start = z.strictObject({
  scheduledAt: z
    .string()
    .max(40)
    .optional()
    .describe('ISO 8601; without an offset, local time in the campaign’s time zone. Absent: now.'),
  transactional: z
    .strictObject({ reason: z.string().trim().min(1).max(300) })
    .optional()
    .describe('Allows a template that is not MARKETING; the reason is stored.'),
});
export type Start = z.output<typeof Start>;

export const resumeScopes = ['pending', 'failed', 'all_unsent'] as const;
export const Resume = z.strictObject({
  scope: z
    .enum(resumeScopes)
    .default('pending')
    .describe(
      '`failed` also retries FAILED recipients; `all_unsent` adds UNKNOWN ones and those skipped over a quota.',
    ),
});

export const TestSend = z.strictObject({
  phoneNumber: z.string().min(8).max(40),
  name: z.string().max(120).optional(),
  variables: z.record(z.string().max(200), z.string().max(1_024)).optional(),
});

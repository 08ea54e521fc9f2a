import { z } from 'zod';
import { anyOf } from '../../http/filters.ts';
import { pageQuery } from '../../http/paginate.ts';
import { minuteMs } from '../../platform/durations.ts';
import { FileKind } from '../../platform/files/file-kind.ts';
import { Totals } from './audience/audience.schemas.ts';

export const campaignStatuses = [
  'DRAFT',
  'SCHEDULED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
] as const;
export const CampaignStatus = z.enum(campaignStatuses).meta({
  id: 'CampaignStatus',
  description:
    'How a campaign stands. A DRAFT is SCHEDULED or RUNNING once started; PAUSED can be resumed; CANCELLED is final; ' +
    'FAILED could not start at its time.',
});
export type CampaignStatus = (typeof campaignStatuses)[number];

export const audienceSources = ['CONTACTS', 'CSV'] as const;
const AudienceSource = z
  .enum(audienceSources)
  .meta({ id: 'AudienceSource', description: 'Where the rows of an audience come from: contacts, or a file.' });

export const holdReasons = ['sending_paused', 'channel_not_connected', 'quiet_hours', 'provider_limit'] as const;
const CampaignHoldReason = z.enum(holdReasons).meta({
  id: 'CampaignHoldReason',
  description:
    'Why a RUNNING campaign sends nothing at the moment: all sending is paused, the channel is not connected, it is ' +
    'outside the sending hours, or the vendor’s limit is reached.',
});
export type HoldReason = (typeof holdReasons)[number];

export const defaultSendIntervalMs = 3_000;
export const CampaignDraft = z.strictObject({
  name: z.string().trim().min(1).max(160).describe('What the shop calls it; customers never see it.'),
  channelId: z.string().min(1).describe('Id of the channel from which it is sent.'),
  channelTemplateId: z.string().min(1).describe('A template of that channel.'),
  timezone: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('IANA name; defaults to the workspace’s. An unknown one prevents the start.'),
  audienceSource: AudienceSource,
  stopOnReply: z.boolean().default(true).describe('A reply skips the person if still pending.'),
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
  value: z.string().max(1_024).describe('The value itself, the same for everyone.'),
  fallback: z.string().max(1_024).nullish().describe('Used when the source is empty.'),
};
export const Mapping = z.discriminatedUnion('source', [
  z.strictObject({
    ...mappingFields,
    source: z.literal('FIELD').describe('The value comes from the row of the audience.'),
    value: z.string().min(1).max(200).describe('A key of the row’s `variables`, or `name` or `phone` of the row.'),
  }),
  z.strictObject({
    ...mappingFields,
    source: z.literal('CONTACT').describe('The value is a field of the contact.'),
    value: z.enum(contactFields).describe('The field of the contact; `firstName` is the first word of the name.'),
  }),
  z.strictObject({ ...mappingFields, source: z.literal('FIXED').describe('The value is the same for everyone.') }),
]);
export type Mapping = z.output<typeof Mapping>;

export const Mappings = z.strictObject({
  mappings: z.array(Mapping).max(50).describe('Where each variable gets its value; they replace the former ones.'),
});

export const Campaign = z
  .object({
    id: z.string(),
    name: z.string().describe('What the shop calls it; customers never see it.'),
    channelId: z.string().describe('Id of the channel from which it is sent.'),
    channelTemplateId: z.string().describe('Id of the template that it sends.'),
    timezone: z.string().describe('The IANA time zone of its sending hours.'),
    audienceSource: AudienceSource,
    stopOnReply: z.boolean().describe('Whether a reply skips the person if still pending.'),
    sendIntervalMs: z.int().min(0).describe('Milliseconds between two sends of this campaign.'),
    mediaUrl: z.string().nullable().meta({
      format: 'uri',
      description: 'A link to the file for the header of the template, which expires; null without one.',
    }),
    media: z
      .object({
        kind: FileKind,
        contentType: z.string(),
        sizeBytes: z.int().min(0),
        fileName: z.string(),
      })
      .nullable()
      .describe('The file for the header of the template; null without one.'),
    variables: z
      .array(
        z.object({
          variable: z.string().describe('A key of the template’s `variables`.'),
          source: z
            .enum(['FIELD', 'CONTACT', 'FIXED'])
            .describe('Whether `value` names a field of the row or of the contact, or is the value.'),
          value: z.string().describe('The name of the field, or the value itself.'),
          fallback: z.string().nullable().describe('Used when the source is empty; null for none.'),
        }),
      )
      .describe('Where each mapped variable gets its value.'),
    status: CampaignStatus,
    statusReason: z
      .string()
      .nullable()
      .describe(
        'Why it paused itself or could not start: `too_many_failures`, `template_unusable`, …; a number is the vendor’s code ' +
          'with which 20 people in a row were refused. Null otherwise.',
      ),
    holdReason: CampaignHoldReason.nullable().describe(
      'Why it sends nothing at the moment although it is RUNNING; null otherwise.',
    ),
    transactionalReason: z
      .string()
      .nullable()
      .describe('Why a template that is not MARKETING is sent, as told at the start; null if that was not needed.'),
    recipients: Totals,
    scheduledAt: z.string().nullable().describe('When it is to start; null for one that is not scheduled.'),
    startedAt: z.string().nullable().describe('When it first started; null before.'),
    finishedAt: z.string().nullable().describe('When it ended; null before.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'MarketingCampaign' });
export type Campaign = z.infer<typeof Campaign>;

export const CampaignListQuery = z.object({
  ...pageQuery,
  search: z.string().max(200).optional().describe('Part of the name.'),
  status: anyOf(campaignStatuses),
  channelId: z.string().max(64).optional().describe('Only campaigns of this channel.'),
});

export const Start = z.strictObject({
  scheduledAt: z
    .string()
    .max(40)
    .optional()
    .describe('ISO 8601; without an offset, local time in the campaign’s time zone. Absent: now.'),
  transactional: z
    .strictObject({ reason: z.string().trim().min(1).max(300).describe('Why these people expect the message.') })
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
      '`failed` also retries FAILED recipients, except those of the last day whose marketing messages the vendor limits; ' +
        '`all_unsent` adds UNKNOWN ones and those skipped over a quota. After a pause over a refusal, each scope retries ' +
        'those who failed with it.',
    ),
});

export const TestSend = z.strictObject({
  phoneNumber: z
    .string()
    .min(8)
    .max(40)
    .optional()
    .describe('The number that gets the test, in any spelling; required without `contactId`.'),
  contactId: z
    .string()
    .max(64)
    .optional()
    .describe('Extension: the customer by id, in place of the number, for one who hides it.'),
  name: z.string().max(120).optional().describe('Name of the person, as a row of the audience would have it.'),
  variables: z
    .record(z.string().max(200), z.string().max(1_024))
    .optional()
    .describe('The `variables` that a row of the audience would have.'),
});

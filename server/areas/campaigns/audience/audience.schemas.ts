import { z } from 'zod';
import { Fault } from '../../../http/common.schemas.ts';
import { anyOf } from '../../../http/filters.ts';
import { pageQuery } from '../../../http/paginate.ts';
import { Unsendable } from './unsendable.schemas.ts';

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
const CampaignRecipientStatus = z.enum(recipientStatuses).meta({
  id: 'CampaignRecipientStatus',
  description:
    'How far a recipient’s message is. UNKNOWN: the send was interrupted and its outcome is unknown; it is never retried ' +
    'automatically.',
});

export const skipReasons = [
  ...(['opted_out', 'replied', 'duplicate', 'invalid_number', 'quota'] as const),
  ...(['no_contact', 'no_number'] as const),
] as const;
export const CampaignSkipReason = z.enum(skipReasons).meta({
  id: 'CampaignSkipReason',
  description:
    'Why a recipient gets no message: an opt-out, a reply before their turn, a repeated person or impossible number, a ' +
    'full quota of contacts, a contact that does not exist or was deleted since (`no_contact`), or a customer who hides ' +
    'the number, where the template or the channel needs one (`no_number`).',
});
export type SkipReason = (typeof skipReasons)[number];

export const mostRows = 10_000;

export const AudienceRow = z
  .strictObject({
    phone: z
      .string()
      .max(200)
      .nullish()
      .describe(
        'Required without `contactId`. An invalid number is reported for its row and does not reject the others.',
      ),
    contactId: z
      .string()
      .max(64)
      .nullish()
      .describe('Extension: the customer by id, in place of the number, for one who hides it.'),
    name: z.string().trim().max(120).nullish().describe('Name of the person; null or absent if unknown.'),
    variables: z
      .record(z.string().max(200), z.union([z.string().max(1_024), z.number(), z.boolean(), z.null()]))
      .optional()
      .describe('What else is known of the person, for the variables of the template.'),
  })
  .refine(({ phone, contactId }) => typeof phone === 'string' || typeof contactId === 'string', {
    path: ['phone'],
    message: 'A number is required, or contactId of a customer who hides it',
  });
export type AudienceRow = z.output<typeof AudienceRow>;
export const Audience = z.strictObject({
  rows: z.array(AudienceRow).max(mostRows).describe('The whole audience; it replaces the former one.'),
});

export const RowProblem = z.object({
  row: z.int().min(1).describe('Position of the row, from 1; in a file its line, where the header is line 1.'),
  code: z.string().describe('The kind of the fault, for programs.'),
  message: z.string().describe('What is wrong, for people.'),
});
export type RowProblem = z.infer<typeof RowProblem>;
export type RowFault = Omit<RowProblem, 'row'>;

export const AudienceResult = z
  .object({
    accepted: z.int().min(0).describe('Rows that became PENDING recipients.'),
    duplicate: z.int().min(0).describe('Repeats of a person, under whichever number: the first row counts.'),
    invalid: z.int().min(0).describe('Rows that name nobody: without a possible number or a contact.'),
    optedOut: z.int().min(0).describe('Contacts who opted out of campaigns.'),
    errors: z.array(RowProblem).describe('Why rows are invalid; the first 100.'),
    unsendable: Unsendable.describe(
      'Extension: accepted rows that will be FAILED with the present template and mappings; none before all variables ' +
        'are mapped.',
    ),
  })
  .meta({ id: 'CampaignAudienceResult' });
export type AudienceResult = z.infer<typeof AudienceResult>;

const count = z.int().min(0);
const totals = {
  PENDING: count.describe('Recipients whose turn has not come.'),
  SENDING: count.describe('Recipients to whom the message is being sent.'),
  SENT: count.describe('Recipients whose message the vendor accepted.'),
  DELIVERED: count.describe('Recipients whose phone has the message.'),
  READ: count.describe('Recipients who opened the message.'),
  REPLIED: count.describe('Recipients who wrote back within a week.'),
  FAILED: count.describe('Recipients whom the message did not reach.'),
  SKIPPED: count.describe('Recipients who get no message; `reason` tells why.'),
  UNKNOWN: count.describe('Recipients whose send was interrupted.'),
} satisfies Record<RecipientStatus, z.ZodInt>;
export const Totals = z
  .object({ total: count.describe('All recipients of the audience.'), ...totals })
  .meta({ id: 'CampaignTotals', description: 'How many recipients have each status now.' });
export type Totals = z.infer<typeof Totals>;

export const Recipient = z
  .object({
    id: z.string(),
    phone: z
      .string()
      .nullable()
      .describe('E.164; as given when it is not a valid number. Null while the customer hides it, and once deleted.'),
    contactId: z
      .string()
      .nullable()
      .describe('Id of the contact; null while the number is nobody’s, and once the contact was deleted.'),
    name: z.string().nullable().describe('The person’s name in the audience; null if none was given.'),
    variables: z.record(z.string(), z.string()).describe('What else the audience says of the person, as text.'),
    status: CampaignRecipientStatus,
    reason: CampaignSkipReason.nullable().describe('Why it was SKIPPED; null unless it was.'),
    error: Fault.nullable().describe('Why the latest attempt failed; null if it did not.'),
    content: z
      .string()
      .nullable()
      .describe(
        'The text for this person, frozen when the campaign started; null before, and where a variable is empty.',
      ),
    attempts: z.int().min(0).describe('Sends since it last became PENDING at a person’s request.'),
    messageId: z.string().nullable().describe('Id of the message; null before it was stored.'),
    providerMessageId: z.string().nullable().describe('The vendor’s id of the message; null while it has none.'),
    sentAt: z.string().nullable().describe('When the vendor accepted it; null before.'),
    deliveredAt: z.string().nullable().describe('When the phone received it; null if that is not known.'),
    readAt: z.string().nullable().describe('When it was read; null if that is not known.'),
    repliedAt: z.string().nullable().describe('When the person first wrote back within a week; null if they did not.'),
    optedOutAt: z.string().nullable().describe('When the person opted out after this campaign; null if they did not.'),
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

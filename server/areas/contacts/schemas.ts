import { z } from 'zod';
import { EmailAddress } from '../../platform/text/emails.ts';
import { Money } from '../../platform/text/money.ts';
import { unconfirmedField } from '../../platform/work/unconfirmed.ts';
import { Appointment } from '../appointments/schemas.ts';
import { Conversation, Message } from '../inbox/schemas.ts';
import { ContactAddress, identityFields, OptOutMeans } from '../people/schemas.ts';
import { parseFilter } from './filter.ts';
import { mostTags, TagName } from './import.schemas.ts';

export const Tag = z
  .object({
    name: z.string().describe('The word itself, as it was first written; case does not tell tags apart.'),
    color: z.string().describe('Its colour as #rrggbb, the same on every contact.'),
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof Tag>;

export const CountedTag = Tag.extend({
  count: z.int().min(0).describe('How many contacts carry it.'),
}).meta({ id: 'CountedTag' });

const mostFields = 30;

/** The shop's own fields of a contact. */
const ContactFields = z
  .record(z.string().trim().min(1).max(40), z.string().trim().max(300))
  .refine((fields) => Object.keys(fields).length <= mostFields, `must be at most ${mostFields} fields`);

const { id, phone, name, username } = identityFields;
const otherContact = { id, phone, name, username };

export const ContactJoin = z
  .object({
    id: z.string().describe('By which the merge is undone.'),
    contact: z.object(otherContact).describe('The contact that became part of this one, as it was.'),
    byEvidence: z.boolean().describe('Whether the vendor said that both are one person; else a person did.'),
    at: z.string().describe('When they became one.'),
    undoableUntil: z.string().describe('A day later.'),
    obstacle: z.string().nullable().describe('Why it cannot be undone now; null if it can.'),
  })
  .meta({ id: 'ContactJoin' });

const contactFields = {
  ...identityFields,
  email: z.string().nullable().describe('Their e-mail address; null while it is unknown.'),
  tags: z.array(Tag).describe('The tags that they carry.'),
  channelIds: z.array(z.string()).describe('The channels on which the contact has a conversation.'),
  conversationCount: z.int().min(0).describe('How many conversations they have, on all channels.'),
  lastMessageAt: z.string().nullable().describe('When the latest message to or from them was; null before the first.'),
  optedOut: z.boolean().describe('Whether the contact opted out of campaigns.'),
  ...unconfirmedField,
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const Contact = z.object(contactFields).meta({ id: 'Contact' });
export type Contact = z.infer<typeof Contact>;

export const ContactDetail = z
  .object({
    ...contactFields,
    conversations: z.array(Conversation).describe('The latest 20.'),
    recentMessages: z.array(Message).describe('The latest 20 of all conversations, newest first.'),
    leadIds: z.array(z.string()).describe('Newest first, 100 at most.'),
    orders: z
      .object({
        count: z.int().min(0).describe('How many they are.'),
        total: Money.describe('What they cost together.'),
      })
      .describe('Orders with this number that are not cancelled.'),
    nextAppointment: Appointment.nullable().describe('Their next one that is PENDING or CONFIRMED; null for none.'),
    optedOutAt: z.string().nullable().describe('When they opted out of campaigns; null unless they did.'),
    optedOutBy: OptOutMeans.nullable().describe('Extension: what opted them out; null if that is unknown.'),
    notes: z.string().nullable().describe('What the shop wrote about them; null for nothing.'),
    fields: z.record(z.string(), z.string()).describe("The shop's own fields."),
    otherPhones: z
      .array(z.string())
      .describe('Earlier numbers of the contact, and those of contacts that were merged into it; they find it too.'),
    joins: z
      .array(ContactJoin)
      .describe('Extension: contacts that became part of this one in the last day, the latest first.'),
    mayBe: z
      .array(z.object({ ...otherContact, address: ContactAddress.describe('The address that passed on.') }))
      .describe('Extension: contacts that had an address of this one before, or have one now: maybe the same person.'),
  })
  .meta({ id: 'ContactDetail' });
export type ContactDetail = z.infer<typeof ContactDetail>;

const blankIsNull = (text: string | null): string | null => text || null;

export const ContactChange = z.strictObject({
  name: z
    .string()
    .trim()
    .max(120)
    .nullable()
    .transform(blankIsNull)
    .optional()
    .describe('What the shop calls them; null or empty removes it.'),
  email: z
    .union([z.literal(''), EmailAddress.max(254)])
    .nullable()
    .transform(blankIsNull)
    .optional()
    .describe('Their e-mail address; null or empty removes it.'),
  notes: z
    .string()
    .trim()
    .max(5_000)
    .nullable()
    .transform(blankIsNull)
    .optional()
    .describe('What the shop writes about them; null or empty removes it.'),
  fields: ContactFields.optional().describe("The shop's own fields, by their names. Replaced as a whole."),
  optedOut: z.boolean().optional().describe('Whether they want no campaigns.'),
});
export type ContactChange = z.output<typeof ContactChange>;

export const ContactDraft = ContactChange.extend({
  phone: z.string().min(8).max(40).describe('Their phone number in any spelling; stored in E.164.'),
  tags: z.array(TagName).max(mostTags).optional().describe('The tags that they carry; a new one gets a colour.'),
});

const tagEntry = z.union([
  TagName,
  z.strictObject({
    name: TagName.describe('The word itself.'),
    color: z.string().max(40).optional().describe('A colour as #rrggbb; anything else is 422 `invalid_color`.'),
  }),
]);

export const TagsReplacement = z.strictObject({
  // The operation rejects more than 20 with 422; this bound only limits the work.
  tags: z
    .array(tagEntry)
    .max(1_000)
    .meta({
      description: 'All tags that the contact carries from now on; none removes them all.',
      override: { maxItems: mostTags },
    }),
});
export type TagEntry = z.output<typeof tagEntry>;

export const contactFilters = {
  search: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Prefixes of words in the name, number or e-mail; accents and case are ignored. Only the newest 20,000 matches count.',
    ),
  filter: z
    .string()
    .max(500)
    .optional()
    .transform((text, context) => {
      const parsed = parseFilter(text ?? '');
      if ('unknown' in parsed) {
        context.addIssue({ code: 'custom', message: `${JSON.stringify(parsed.unknown)} is not a known filter` });
        return z.NEVER;
      }
      return parsed;
    })
    .describe(
      'Comma-separated, all must hold: `tag:NAME`, `channel:ID`, `withConversation`, `withoutConversation`, `optedOut`; ' +
        'as an extension `unanswered`, `buyer`, `lead` and `newDays:7`.',
    ),
};

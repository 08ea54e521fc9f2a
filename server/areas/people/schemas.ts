import { z } from 'zod';
import { wishMeans } from './campaign-wish.ts';

export const ContactAddress = z
  .object({
    kind: z
      .enum(['phone', 'bsuid', 'lid', 'username'])
      .describe('A phone number, an id of the vendor (of a business portfolio, or a linked id), or a user name.'),
    value: z.string().describe('A number in E.164, a user name without @, or an id, which is no number.'),
  })
  .meta({ id: 'ContactAddress' });
export type ContactAddress = z.infer<typeof ContactAddress>;

export const OptOutMeans = z.enum(wishMeans).meta({
  id: 'OptOutMeans',
  description:
    'How a customer opted out of campaigns: by a stop word, by the stop button of a template, in the settings of the ' +
    'vendor’s app, through the vendor, which refused a campaign on their behalf, or by the shop.',
});

/** The fields that name a customer in every response. */
export const identityFields = {
  id: z.string().describe('Extension: id of the contact, which never changes.'),
  phone: z.string().nullable().describe('Their number in E.164; null while the vendor hides it.'),
  name: z.string().nullable().describe('As the shop or the vendor names them; null if unknown.'),
  username: z.string().nullable().describe('Extension: the user name that the vendor shows, without @; null for none.'),
  addresses: z
    .array(ContactAddress)
    .describe('Extension: all addresses under which the contact is known, the one seen last first.'),
};

import { z } from 'zod';

/** The field of a body that names a customer by id. */
export const ContactId = z
  .string()
  .min(1)
  .max(64)
  .describe('Extension: the customer by id, in place of the number, for one who hides it.');

/** The fields of a resource that show its customer. */
export const customerFields = {
  contactId: z
    .string()
    .nullable()
    .describe('Extension: id of the contact who is the customer; null for none, or after the contact was deleted.'),
  clientPhone: z
    .string()
    .nullable()
    .describe('The customer’s present phone number in E.164; null while the vendor hides it, or without a customer.'),
};

/** The filter of a list by customer. */
export const contactIdFilter = z.string().max(64).optional().describe('Extension: only those of this contact.');

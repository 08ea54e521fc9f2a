import { z } from 'zod';
import { ContactAddress } from '../people/schemas.ts';
import { TagName } from './import.schemas.ts';
import { ContactDetail, contactFilters } from './schemas.ts';

/** Entries that one request may change. */
const mostAtOnce = 500;

const Ids = z.array(z.string().max(64)).min(1).max(mostAtOnce);

const view = {
  name: z.string().trim().min(1).max(40),
  search: z.string().trim().max(200).default(''),
  // Stored as text; the list parses it again.
  filter: z
    .string()
    .max(500)
    .default('')
    .refine((text) => contactFilters.filter.safeParse(text).success, 'must be a filter of the list'),
};

export const ContactView = z
  .object({ id: z.string(), name: z.string(), search: z.string(), filter: z.string(), createdAt: z.string() })
  .meta({ id: 'ContactView' });
export type ContactView = z.infer<typeof ContactView>;

export const ContactViewDraft = z.strictObject(view);
export const ContactViewChange = z.strictObject({ name: view.name });

const TagChange = z.strictObject({
  id: z.string().max(64),
  add: z.array(TagName).max(20),
  remove: z.array(TagName).max(20),
});
export type TagChange = z.infer<typeof TagChange>;

export const TagChanges = z.strictObject({ changes: z.array(TagChange).min(1).max(mostAtOnce) });
export const TagUndo = z
  .object({ undo: z.array(TagChange).describe('The changes that restore what was; empty when nothing changed.') })
  .meta({ id: 'ContactTagUndo' });

export const ContactDeletion = z.strictObject({
  ids: Ids,
  anonymizeBooks: z
    .boolean()
    .default(false)
    .describe('Takes name, number, e-mail, address and notes out of the orders, appointments and cards, which stay.'),
});

const OutsideCopy = z.object({
  kind: z.enum(['WORKBOOK', 'CONNECTION', 'WEBHOOK']),
  name: z.string().describe('The path of a workbook, the connected account, or the URL of a webhook.'),
});

export const DeletedContacts = z
  .object({
    deleted: z.int(),
    conversationIds: z
      .array(z.string())
      .describe('Conversations that were deleted, so that a page forgets texts begun in them.'),
    remains: z.object({
      books: z
        .object({ orders: z.int(), appointments: z.int(), cards: z.int(), anonymous: z.boolean() })
        .describe('What the shop keeps of them in its books.'),
      backups: z
        .array(
          z.object({
            name: z.string(),
            createdAt: z.string(),
            keptUntil: z
              .string()
              .nullable()
              .describe('Null for a backup that stays until a person or an update replaces it.'),
          }),
        )
        .describe('Backups that may contain them, newest first. A backup is never rewritten.'),
      outside: z.array(OutsideCopy).describe('What Frontdesk has written to and cannot rewrite: it may name them.'),
      exports: z
        .array(z.object({ event: z.string(), at: z.string(), by: z.string().nullable() }))
        .describe('Files that were exported while they were contacts, newest first.'),
    }),
  })
  .meta({ id: 'DeletedContacts' });
export type DeletedContacts = z.infer<typeof DeletedContacts>;

export const MergeWish = z.strictObject({
  keep: z.string().max(64).describe('Id of the contact that remains.'),
  merge: z.string().max(64).describe('Id of the contact that becomes part of it.'),
});

export const ContactPair = z
  .object({
    contact: ContactDetail.describe('The contact that was there.'),
    other: ContactDetail.describe('The one that is back or new.'),
  })
  .meta({ id: 'ContactPair' });

export const SplitWish = z.strictObject({
  kind: ContactAddress.shape.kind,
  value: z.string().min(1).max(200).describe('The address as the contact shows it.'),
});

export const NumberChange = z.strictObject({
  phone: z.string().min(1).max(40).describe('The number in any spelling; stored in E.164.'),
});

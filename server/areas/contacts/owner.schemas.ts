import { z } from 'zod';
import { TagName } from './import.schemas.ts';
import { contactFilters } from './schemas.ts';

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

export const ContactIds = z.strictObject({ ids: Ids });
export const DeletedContacts = z.object({ deleted: z.int() }).meta({ id: 'DeletedContacts' });

export const MergeWish = z.strictObject({
  keep: z.string().max(64).describe('Id of the contact that remains.'),
  merge: z.string().max(64).describe('Id of the contact that becomes part of it.'),
});

import { Problem } from '../../platform/problem.ts';
import { requirePhone } from '../../platform/text/phones.ts';
import type { Work } from '../../platform/work/work.ts';
import {
  announce,
  type ContactRow,
  findByPhone,
  forgetOptOut,
  insertContacts,
  markContact,
  updateContact,
  wishByShop,
} from '../people/index.ts';
import type { ContactChange } from './schemas.ts';
import { addTags, ensureTag } from './tags.store.ts';

/** Changes what the shop knows about a contact; absent fields stay. */
export async function changeContact(work: Work, contact: ContactRow, body: ContactChange): Promise<ContactRow> {
  const { optedOut, fields, ...plain } = body;
  const isOut = contact.opted_out_at !== null;
  if (optedOut === false) await forgetOptOut(work, contact);
  const changed = await updateContact(work, contact, {
    ...plain,
    ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }),
    ...(optedOut === undefined || optedOut === isOut ? {} : wishByShop(optedOut ? 'stop' : 'start', work.now)),
  });
  await announce(work, 'UPDATED', [contact.id]);
  return changed;
}

/** Records that the work's actor wrote a contact's tags. */
export const markTags = (work: Work, contact: ContactRow): Promise<ContactRow> =>
  updateContact(work, contact, {}, markContact(work, contact, ['tags']));

/** Creates a contact. Throws 400 for what is no number, and 409 `contact_exists` with `contactId`. */
export async function createContact(
  work: Work,
  { phone: spelled, tags = [], ...change }: ContactChange & { phone: string; tags?: string[] | undefined },
): Promise<ContactRow> {
  const phone = requirePhone(spelled, work.workspace.country, 'body.phone');
  const present = await findByPhone(work.db, work.workspace.id, phone);
  if (present) throw new Problem('contact_exists', undefined, { extra: { contactId: present.id } });
  const [made] = await insertContacts(work, [{ phone, name: change.name ?? null, email: change.email ?? null }]);
  const contact = tags.length === 0 ? (made as ContactRow) : await markTags(work, made as ContactRow);
  const tagIds = await Promise.all(tags.map((tag) => ensureTag(work, tag)));
  await addTags(
    work,
    tagIds.map((tagId) => ({ seq: contact.seq, tagId })),
  );
  await announce(work, 'CREATED', [contact.id]);
  // Lists often mark everybody as opted in. They do not opt in people who left: only a change does.
  return changeContact(work, contact, change.optedOut ? change : { ...change, optedOut: undefined });
}

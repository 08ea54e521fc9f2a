import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { pageOf, pageQuery, toPage } from '../../http/paginate.ts';
import { confirmOperation, listOperation, readOperation } from '../../http/usual-operations.ts';
import { Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { announce, type ContactRow } from '../people/index.ts';
import { changeContact, createContact, markTags } from './change-contact.ts';
import { confirmableContact } from './confirm-contact.ts';
import { mostTags } from './import.schemas.ts';
import { readConditions } from './match-contacts.ts';
import { findContact, readContactDetail } from './read-contact-detail.ts';
import {
  Contact,
  ContactChange,
  ContactDetail,
  ContactDraft,
  CountedTag,
  contactFilters,
  type TagEntry,
  TagsReplacement,
} from './schemas.ts';
import { contactsBySeq, countContacts, findContactSeqs } from './store.ts';
import { ensureTag, foldTag, listTags, replaceTags } from './tags.store.ts';

const contact = target(ContactDetail, async ({ db, platform, workspace, params }: TargetContext<'phone'>) => {
  const row = await findContact(db, workspace, params.phone);
  return row && readContactDetail(platform, db, workspace, row);
});

/** True for a change that opts a contact back in to campaigns. */
const optsIn = ({ optedOut }: Record<string, unknown>): boolean => optedOut === false;

const phoneNote =
  "The path accepts any spelling of the number that is valid in the workspace's country; Brazilian mobiles with and " +
  'without the ninth digit are one contact.';

export const contactOperations = {
  listContacts: operation({
    method: 'get',
    path: '/api/contacts',
    scope: 'contacts.read',
    summary: 'List contacts',
    description: 'Everyone with a conversation on any channel and everyone imported, newest first.',
    tx: 'read',
    steps: 30_000,
    query: z.object({ ...pageQuery, ...contactFilters }),
    success: 200,
    response: pageOf(Contact),
    async run({ db, workspace, query, now }) {
      const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
      const conditions = await readConditions(db, workspace.id, { ...query, now });
      const seqs = await findContactSeqs(db, workspace.id, conditions, page);
      const contacts = await contactsBySeq(db, workspace.id, seqs);
      return toPage(query, contacts, countContacts(db, workspace.id, conditions));
    },
  }),

  createContact: operation({
    method: 'post',
    path: '/api/contacts',
    scope: 'contacts.write',
    summary: 'Create a contact',
    tx: 'write',
    extension: true,
    words: 'once-confirmed',
    body: ContactDraft,
    success: 201,
    response: ContactDetail,
    errors: ['contact_exists'],
    async run(context) {
      const row = await createContact(context, context.body);
      return readContactDetail(context.platform, context.db, context.workspace, row);
    },
  }),

  listContactTags: listOperation({
    path: '/api/contacts/tags',
    scope: 'contacts.read',
    summary: 'List the tags of contacts',
    description:
      'Sorted by name, with the number of contacts that carry each. A tag exists while a contact carries it.',
    item: CountedTag,
    list: ({ db, workspace }) => listTags(db, workspace.id),
  }),

  getContact: readOperation({
    path: '/api/contacts/{phone}',
    scope: 'contacts.read',
    summary: 'Get a contact with conversations, recent messages, tags, leads, orders and the next appointment',
    description: phoneNote,
    target: contact,
  }),

  updateContact: operation({
    method: 'patch',
    path: '/api/contacts/{phone}',
    scope: 'contacts.write',
    summary: 'Change a contact: name, e-mail, notes, fields, consent',
    description: `The vendor's name never replaces a name set here. ${phoneNote}`,
    tx: 'write',
    extension: true,
    target: contact,
    words: 'once-confirmed',
    sendsAtOnce: optsIn,
    body: ContactChange,
    success: 200,
    response: ContactDetail,
    async run(context) {
      const row = await findContact(context.db, context.workspace, context.params.phone);
      if (!row) throw new Problem('not_found');
      const changed = await changeContact(context, row, context.body);
      return readContactDetail(context.platform, context.db, context.workspace, changed);
    },
  }),

  replaceContactTags: operation({
    method: 'patch',
    path: '/api/contacts/{phone}/tags',
    scope: 'contacts.write',
    summary: 'Replace the tags of a contact',
    description:
      'A tag is a name, or a name with a colour, which applies to every contact that carries it. Names are compared ' +
      `without case; a new tag gets a colour. More than ${mostTags} tags return 422 \`too_many\`. ${phoneNote}`,
    tx: 'write',
    target: contact,
    words: 'once-confirmed',
    body: TagsReplacement,
    success: 200,
    response: ContactDetail,
    errors: ['too_many', 'invalid_color'],
    async run(context) {
      assertTags(context.body.tags);
      const row = await findContact(context.db, context.workspace, context.params.phone);
      if (!row) throw new Problem('not_found');
      const changed = await setTags(context, row, context.body.tags);
      await announce(context, 'UPDATED', [row.id]);
      return readContactDetail(context.platform, context.db, context.workspace, changed);
    },
  }),

  confirmContactEntry: confirmOperation({
    path: '/api/contacts/{phone}/confirm-entry',
    scope: 'contacts.write',
    summary: 'Confirm an assistant’s entries in a contact',
    target: contact,
    kind: confirmableContact,
  }),
} satisfies Operations;

function assertTags(entries: TagEntry[]): void {
  if (entries.length > mostTags) {
    const message = `A contact can have at most ${mostTags} tags`;
    throw new Problem('too_many', message, { errors: [{ field: 'body.tags', code: 'too_many', message }] });
  }
  const errors = entries.flatMap((entry, index) =>
    typeof entry === 'string' || entry.color === undefined || /^#[0-9a-f]{6}$/i.test(entry.color)
      ? []
      : [{ field: `body.tags[${index}].color`, code: 'invalid_color', message: 'must be like #1e88e5' }],
  );
  if (errors.length > 0) throw new Problem('invalid_color', undefined, { errors });
}

async function setTags(work: Work, contact: ContactRow, entries: TagEntry[]): Promise<ContactRow> {
  const tags = entries.map((entry) => (typeof entry === 'string' ? { name: entry, color: undefined } : entry));
  const ids = new Map<string, number>();
  for (const { name, color } of tags) ids.set(foldTag(name), await ensureTag(work, name, color?.toLowerCase()));
  await replaceTags(work, contact.seq, [...ids.values()]);
  return markTags(work, contact);
}

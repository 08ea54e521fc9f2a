import { z } from 'zod';
import { Deleted, deleted } from '../../http/deleted.ts';
import { inParts, type Operations, operation } from '../../http/operation.ts';
import { cursorPageOf, cursorQuery } from '../../http/paginate.ts';
import { listOperation } from '../../http/usual-operations.ts';
import { deleteRow, updateRowIfAny } from '../../platform/database/workspace-rows.ts';
import { invalid, Problem, unknownReference } from '../../platform/problem.ts';
import { findContactById } from '../people/index.ts';
import { changeTags, mergeContacts } from './change-many.ts';
import { beginErasure, eraseContacts } from './erase/erase-contacts.ts';
import { findOldest, listRemains } from './erase/list-remains.ts';
import { ContactImport, ImportPreview } from './import.schemas.ts';
import {
  ContactDeletion,
  ContactView,
  ContactViewChange,
  ContactViewDraft,
  DeletedContacts,
  MergeWish,
  TagChanges,
  TagUndo,
} from './owner.schemas.ts';
import { previewImport } from './preview-import.ts';
import { readContactDetail } from './read-contact-detail.ts';
import { readTimeline } from './read-timeline.ts';
import { ContactDetail } from './schemas.ts';
import { TimelineEntry } from './timeline.schemas.ts';
import { insertView, listViews, toView } from './views.store.ts';

const mostViews = 20;

/** What people do with contacts at the console and no key may. */
export const contactOwnerOperations = {
  listContactViews: listOperation({
    path: '/owner/contacts/views',
    scope: 'console',
    summary: "List the shop's own views of its contacts",
    item: ContactView,
    list: ({ db, workspace }) => listViews(db, workspace.id),
  }),

  createContactView: operation({
    method: 'post',
    path: '/owner/contacts/views',
    scope: 'console',
    summary: 'Keep a filter of the contacts as a view',
    tx: 'write',
    body: ContactViewDraft,
    success: 201,
    response: ContactView,
    errors: ['too_many'],
    async run(context) {
      const views = await listViews(context.db, context.workspace.id);
      if (views.length >= mostViews) throw context.fail('too_many', `There can be at most ${mostViews} views`);
      return insertView(context, context.body);
    },
  }),

  renameContactView: operation({
    method: 'patch',
    path: '/owner/contacts/views/{id}',
    scope: 'console',
    summary: 'Rename a view of the contacts',
    tx: 'write',
    body: ContactViewChange,
    success: 200,
    response: ContactView,
    errors: ['not_found'],
    async run({ db, workspace, params, body }) {
      const row = await updateRowIfAny(db, 'contact_views', workspace.id, params.id, body);
      if (!row) throw new Problem('not_found');
      return toView(row);
    },
  }),

  deleteContactView: operation({
    method: 'delete',
    path: '/owner/contacts/views/{id}',
    scope: 'console',
    summary: 'Delete a view of the contacts',
    tx: 'write',
    success: 200,
    response: Deleted,
    errors: ['not_found'],
    async run({ db, workspace, params }) {
      if (!(await deleteRow(db, 'contact_views', workspace.id, params.id))) throw new Problem('not_found');
      return deleted(params.id);
    },
  }),

  tagContacts: operation({
    method: 'post',
    path: '/owner/contacts/tags',
    scope: 'console',
    summary: 'Add and remove tags of many contacts',
    description: 'The response, sent back as `changes`, restores what was.',
    tx: 'write',
    body: TagChanges,
    success: 200,
    response: TagUndo,
    errors: ['too_many'],
    run: async ({ body, ...work }) => ({ undo: await changeTags(work, body.changes) }),
  }),

  deleteContacts: operation({
    method: 'post',
    path: '/owner/contacts/delete',
    scope: 'owner',
    summary: 'Erase contacts with their conversations, leads and every copy of their words',
    description:
      'Orders, appointments and cards stay, without the person if `anonymizeBooks` is set. What is begun ends also when the ' +
      'server stops in between. This cannot be undone; `remains` lists what Frontdesk cannot rewrite. Skips ids that no ' +
      'longer exist.',
    tx: 'none',
    steps: inParts,
    body: ContactDeletion,
    success: 200,
    response: DeletedContacts,
    async run({ platform, workspace, actor, body: { ids, anonymizeBooks }, write }) {
      const since = await findOldest(platform.database.read, workspace.id, ids);
      const { id } = await write((work) => beginErasure(work, { contactIds: ids, anonymizesBooks: anonymizeBooks }));
      const erasure = await eraseContacts(platform, workspace, actor, id);
      if (!erasure) throw new Error('an erasure ended without its request');
      return {
        deleted: erasure.deleted,
        conversationIds: [...erasure.marks].filter((mark) => mark.startsWith('conv_')),
        remains: await listRemains(platform, workspace, { erasure, since }),
      };
    },
  }),

  mergeContacts: operation({
    method: 'post',
    path: '/owner/contacts/merge',
    scope: 'owner',
    summary: 'Make two contacts one',
    description:
      'Conversations, orders, appointments, cards, leads and tags of `merge` move to `keep`, which gains the fields ' +
      'that it lacks. The number of `merge` finds `keep` from then on. This cannot be undone.',
    tx: 'write',
    body: MergeWish,
    success: 200,
    response: ContactDetail,
    errors: ['unknown_reference'],
    async run({ platform, body, ...work }) {
      const { db, workspace } = work;
      if (body.keep === body.merge) throw invalid('body.merge', 'This is the same contact');
      const [kept, gone] = [
        findContactById(db, workspace.id, body.keep),
        findContactById(db, workspace.id, body.merge),
      ];
      if (!kept) throw unknownReference('body.keep', 'No such contact');
      if (!gone) throw unknownReference('body.merge', 'No such contact');
      return readContactDetail(platform, db, workspace, await mergeContacts(work, kept, gone));
    },
  }),

  getContactTimeline: operation({
    method: 'get',
    path: '/owner/contacts/{id}/timeline',
    scope: 'console',
    summary: 'List what happened with a contact, newest first',
    description: 'Messages, notes, orders, appointments (by their time), cards and leads in one list.',
    tx: 'read',
    query: z.object(cursorQuery),
    success: 200,
    response: cursorPageOf(TimelineEntry),
    errors: ['not_found'],
    run: (context) => readTimeline(context),
  }),

  previewContactImport: operation({
    method: 'post',
    path: '/owner/contacts/import-preview',
    scope: 'owner',
    summary: 'Read a file of contacts without importing it',
    description: 'Returns its columns with what each would be, some rows, and every row that would be refused.',
    tx: 'none',
    dear: { atOnce: 1 },
    body: ContactImport,
    success: 200,
    response: ImportPreview,
    run: ({ workspace, body }) => previewImport(workspace, body),
  }),
} satisfies Operations;

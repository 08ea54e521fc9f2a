import { z } from 'zod';
import { Deleted, deleted } from '../../http/deleted.ts';
import { inParts, type Operations, operation } from '../../http/operation.ts';
import { cursorPageOf, cursorQuery } from '../../http/paginate.ts';
import { listOperation } from '../../http/usual-operations.ts';
import { deleteRow, updateRowIfAny } from '../../platform/database/workspace-rows.ts';
import { Problem } from '../../platform/problem.ts';
import { beginUndo, changeNumber, findContactById, settleJoin, splitOff } from '../people/index.ts';
import { changeTags, mergeContacts } from './change-many.ts';
import { beginErasure, eraseContacts } from './erase/erase-contacts.ts';
import { findOldest, listRemains } from './erase/list-remains.ts';
import { ContactImport, ImportPreview } from './import.schemas.ts';
import {
  ContactDeletion,
  ContactPair,
  ContactView,
  ContactViewChange,
  ContactViewDraft,
  DeletedContacts,
  MergeWish,
  NumberChange,
  SplitWish,
  TagChanges,
  TagUndo,
} from './owner.schemas.ts';
import { previewImport } from './preview-import.ts';
import { readContactDetail, readDetail } from './read-contact-detail.ts';
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
      'that it lacks. The addresses of `merge` find `keep` from then on. Of a contact whose number the vendor hides and one ' +
      'with a number, the latter is kept. `joins` of the answer contains what undoes it, for a day.',
    tx: 'none',
    steps: inParts,
    body: MergeWish,
    success: 200,
    response: ContactDetail,
    errors: ['unknown_reference'],
    async run({ platform, workspace, actor, body, write }) {
      const { joinId, keptId } = await write((work) => mergeContacts(work, body));
      await settleJoin(platform, workspace, actor, joinId);
      return readDetail(platform, workspace, keptId);
    },
  }),

  undoContactJoin: operation({
    method: 'post',
    path: '/owner/contacts/joins/{id}/undo',
    scope: 'owner',
    summary: 'Make two contacts of one that were merged in the last day',
    description:
      'What the merge moved goes back; what came later stays with `contact`. An opt-out of later holds for both. The vendor ' +
      'joins them no more if it had.',
    tx: 'none',
    steps: inParts,
    success: 200,
    response: ContactPair,
    errors: ['not_found', 'join_not_undoable'],
    async run({ platform, workspace, actor, params, write }) {
      const join = await write((work) => beginUndo(work, params.id));
      await settleJoin(platform, workspace, actor, join.id);
      return {
        contact: await readDetail(platform, workspace, join.kept_id),
        other: await readDetail(platform, workspace, join.gone_id),
      };
    },
  }),

  splitContact: operation({
    method: 'post',
    path: '/owner/contacts/{id}/split',
    scope: 'owner',
    summary: 'Make a contact of one address of another',
    description: 'Conversations, orders and all else stay with `contact`. The vendor joins the two no more.',
    tx: 'write',
    body: SplitWish,
    success: 200,
    response: ContactPair,
    errors: ['not_found', 'unknown_reference', 'quota_exceeded'],
    async run({ platform, body, params, ...work }) {
      const { db, workspace } = work;
      const row = findContactById(db, workspace.id, params.id);
      if (!row) throw new Problem('not_found');
      const { contact, other } = await splitOff(work, row, body);
      return {
        contact: await readContactDetail(platform, db, workspace, contact),
        other: await readContactDetail(platform, db, workspace, other),
      };
    },
  }),

  changeContactNumber: operation({
    method: 'post',
    path: '/owner/contacts/{id}/number',
    scope: 'console',
    summary: 'Give a contact another number',
    description:
      'The old number finds the contact, too. One that another contact has returns 409 `contact_exists` with its ' +
      '`contactId`: merge the two, if they are one person.',
    tx: 'write',
    body: NumberChange,
    success: 200,
    response: ContactDetail,
    errors: ['not_found', 'contact_exists'],
    async run({ platform, body, params, ...work }) {
      const { db, workspace } = work;
      const row = findContactById(db, workspace.id, params.id);
      if (!row) throw new Problem('not_found');
      return readContactDetail(platform, db, workspace, await changeNumber(work, row, body.phone));
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

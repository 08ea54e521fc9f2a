import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { deleteOperation, listOperation } from '../../http/usual-operations.ts';
import { largestLibrary, QuickReply, QuickReplyDraft } from './schemas.ts';
import * as store from './store.ts';

const quickReply = target(QuickReply, ({ db, workspace, params }: TargetContext<'id'>) =>
  store.findQuickReply(db, workspace.id, params.id),
);

export const quickReplyOperations = {
  listQuickReplies: listOperation({
    path: '/api/quick-replies',
    scope: 'library.read',
    summary: 'List the quick replies',
    description: 'All quick replies of the workspace, sorted by shortcut.',
    item: QuickReply,
    list: ({ db, workspace }) => store.listQuickReplies(db, workspace.id),
  }),

  createQuickReply: operation({
    method: 'post',
    path: '/api/quick-replies',
    scope: 'library.write',
    summary: 'Create a quick reply',
    description:
      'A shortcut is unique in the workspace, regardless of case. ' +
      `A workspace can have at most ${largestLibrary} quick replies; one more returns 409 \`library_full\`.`,
    tx: 'write',
    body: QuickReplyDraft,
    success: 201,
    response: QuickReply,
    errors: ['shortcut_taken', 'library_full'],
    async run({ db, workspace, body, now, newId, fail }) {
      const created = await store.insertQuickReply(db, workspace.id, { id: newId('qr'), ...body }, now);
      if (!created) throw fail('shortcut_taken', `The shortcut ${body.shortcut} is already in use`);
      if ((await store.countEntries(db, 'quick_replies', workspace.id)) > largestLibrary) throw fail('library_full');
      return created;
    },
  }),

  deleteQuickReply: deleteOperation({
    path: '/api/quick-replies/{id}',
    scope: 'library.write',
    summary: 'Delete a quick reply',
    target: quickReply,
    remove: ({ db, workspace }, { id }) => store.deleteQuickReply(db, workspace.id, id),
  }),

  recordQuickReplyUse: operation({
    method: 'post',
    path: '/api/quick-replies/{id}/used',
    scope: 'library.write',
    summary: 'Record that a quick reply was used',
    description: 'Increments `usageCount` and sets `lastUsedAt`; returns the quick reply.',
    tx: 'write',
    target: quickReply,
    success: 200,
    response: QuickReply,
    async run({ db, workspace, params, now }) {
      return store.recordQuickReplyUse(db, workspace.id, params.id, now);
    },
  }),
} satisfies Operations;

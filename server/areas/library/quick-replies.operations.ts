import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { deleteOperation, listOperation } from '../../http/usual-operations.ts';
import type { Db } from '../../platform/database/database.ts';
import { unknownReference } from '../../platform/problem.ts';
import { findMissingFiles } from './files.store.ts';
import * as store from './quick-replies.store.ts';
import { largestLibrary, QuickReply, QuickReplyChanges, QuickReplyDraft } from './schemas.ts';

const quickReply = target(QuickReply, ({ db, workspace, params }: TargetContext<'id'>) =>
  store.findQuickReply(db, workspace.id, params.id),
);

const uniqueShortcut = 'A shortcut is unique in the workspace, regardless of case. ';
const takenShortcut = (shortcut: string): string => `The shortcut ${shortcut} is already in use`;

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
    description: `${uniqueShortcut}A workspace can have at most ${largestLibrary} quick replies; one more returns 409 \`library_full\`.`,
    tx: 'write',
    body: QuickReplyDraft,
    success: 201,
    response: QuickReply,
    errors: ['shortcut_taken', 'library_full', 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, body, now, newId, fail }) {
      await assertFiles(db, workspace.id, body.fileIds);
      const created = await store.insertQuickReply(db, workspace.id, { id: newId('qr'), ...body }, now);
      if (!created) throw fail('shortcut_taken', takenShortcut(body.shortcut));
      if (store.countQuickReplies(db, workspace.id) > largestLibrary) throw fail('library_full');
      return created;
    },
  }),

  updateQuickReply: operation({
    method: 'patch',
    path: '/api/quick-replies/{id}',
    scope: 'library.write',
    summary: 'Change a quick reply',
    description: `Changes the given fields. ${uniqueShortcut}\`fileIds\` replaces all of them.`,
    extension: true,
    tx: 'write',
    target: quickReply,
    body: QuickReplyChanges,
    success: 200,
    response: QuickReply,
    errors: ['shortcut_taken', 'unknown_reference'],
    async run({ db, workspace, params, body, now, fail }) {
      await assertFiles(db, workspace.id, body.fileIds);
      const { shortcut } = body;
      const holder = shortcut === undefined ? null : await store.findShortcut(db, workspace.id, shortcut);
      if (holder !== null && holder !== params.id) throw fail('shortcut_taken', takenShortcut(shortcut as string));
      return store.changeQuickReply(db, workspace.id, params.id, body, now);
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
    words: 'never',
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

/** Throws `unknown_reference` for a file that the library does not have. */
async function assertFiles(db: Db, workspaceId: string, ids: string[] = []): Promise<void> {
  const [missing] = await findMissingFiles(db, workspaceId, ids);
  if (missing !== undefined) throw unknownReference(`body.fileIds[${ids.indexOf(missing)}]`, 'No such file');
}

import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { deleteOperation, listOperation } from '../../http/usual-operations.ts';
import { LibraryFile, LibraryFileChanges, LibraryFileDraft, largestLibrary } from './schemas.ts';
import * as store from './store.ts';

const file = target(LibraryFile, ({ db, workspace, params }: TargetContext<'id'>) =>
  store.findFile(db, workspace.id, params.id),
);

export const mediaOperations = {
  listLibraryFiles: listOperation({
    path: '/api/media-library',
    scope: 'library.read',
    summary: 'List the media library',
    description: 'All files of the workspace, newest first.',
    item: LibraryFile,
    list: ({ db, workspace }) => store.listFiles(db, workspace.id),
  }),

  createLibraryFile: operation({
    method: 'post',
    path: '/api/media-library',
    scope: 'library.write',
    summary: 'Add a file to the media library',
    description:
      `Stores a reference: \`url\` is not fetched. The caller chooses the id. A workspace can have at most ` +
      `${largestLibrary} files; one more returns 409 \`library_full\`.`,
    tx: 'write',
    body: LibraryFileDraft,
    success: 201,
    response: LibraryFile,
    errors: ['id_taken', 'library_full'],
    async run({ db, workspace, body, now, fail }) {
      const created = await store.insertFile(db, workspace.id, body, now);
      if (!created) throw fail('id_taken', `The library already has a file with the id ${body.id}`);
      if ((await store.countEntries(db, 'library_files', workspace.id)) > largestLibrary) throw fail('library_full');
      return created;
    },
  }),

  renameLibraryFile: operation({
    method: 'patch',
    path: '/api/media-library/{id}',
    scope: 'library.write',
    summary: 'Rename a file of the media library',
    tx: 'write',
    target: file,
    body: LibraryFileChanges,
    success: 200,
    response: LibraryFile,
    async run({ db, workspace, params, body, now }) {
      return store.renameFile(db, workspace.id, params.id, body.name, now);
    },
  }),

  deleteLibraryFile: deleteOperation({
    path: '/api/media-library/{id}',
    scope: 'library.write',
    summary: 'Remove a file from the media library',
    description: 'Deletes the entry; messages that were sent with the file keep it.',
    target: file,
    remove: ({ db, workspace }, { id }) => store.deleteFile(db, workspace.id, id),
  }),

  recordLibraryFileUse: operation({
    method: 'post',
    path: '/api/media-library/{id}/used',
    scope: 'library.write',
    summary: 'Record that a file was sent',
    description: 'Increments `usageCount` and sets `lastUsedAt`; returns the file.',
    tx: 'write',
    target: file,
    success: 200,
    response: LibraryFile,
    async run({ db, workspace, params, now }) {
      return store.recordFileUse(db, workspace.id, params.id, now);
    },
  }),
} satisfies Operations;

import { type Operations, operation } from '../../http/operation.ts';
import { listOf } from '../../http/paginate.ts';
import { deleteOperation, listOperation } from '../../http/usual-operations.ts';
import { file } from './file-target.ts';
import * as store from './files.store.ts';
import { listFileUses } from './list-file-uses.ts';
import { removeFile } from './remove-file.ts';
import { FileUse, LibraryFile, LibraryFileChanges, LibraryFileDraft, largestLibrary } from './schemas.ts';

const { toLibraryFile } = store;

export const mediaOperations = {
  listLibraryFiles: listOperation({
    path: '/api/media-library',
    scope: 'library.read',
    summary: 'List the media library',
    description: 'All files of the workspace, newest first.',
    item: LibraryFile,
    list: async ({ db, platform, workspace }) =>
      (await store.listFiles(db, workspace.id)).map((row) => toLibraryFile(platform, row)),
  }),

  createLibraryFile: operation({
    method: 'post',
    path: '/api/media-library',
    scope: 'library.write',
    summary: 'Add a file to the media library',
    description:
      `Stores a reference: \`url\` is not fetched. The caller chooses the id. A workspace can have at most ` +
      `${largestLibrary} files; one more returns 409 \`library_full\`. \`POST /api/media-library/upload\` stores content.`,
    tx: 'write',
    body: LibraryFileDraft,
    success: 201,
    response: LibraryFile,
    errors: ['id_taken', 'library_full'],
    async run({ db, platform, workspace, body, now, fail }) {
      const created = await store.insertFile(db, workspace.id, body, now);
      if (!created) throw fail('id_taken', `The library already has a file with the id ${body.id}`);
      if (store.countFiles(db, workspace.id) > largestLibrary) throw fail('library_full');
      return toLibraryFile(platform, created);
    },
  }),

  renameLibraryFile: operation({
    method: 'patch',
    path: '/api/media-library/{id}',
    scope: 'library.write',
    summary: 'Rename or tag a file of the media library',
    tx: 'write',
    target: file,
    body: LibraryFileChanges,
    success: 200,
    response: LibraryFile,
    async run({ db, platform, workspace, params, body, now }) {
      return toLibraryFile(platform, await store.changeFile(db, workspace.id, params.id, body, now));
    },
  }),

  deleteLibraryFile: deleteOperation({
    path: '/api/media-library/{id}',
    scope: 'library.write',
    summary: 'Remove a file from the media library',
    description:
      'Deletes the entry; messages that were sent with the file keep it. Quick replies are sent without it from then on. ' +
      'Its link ends, unless a flow, a campaign, a template or an agent’s item has it.',
    target: file,
    remove: ({ platform: _platform, ...work }, { id }) => removeFile(work, id),
  }),

  recordLibraryFileUse: operation({
    method: 'post',
    path: '/api/media-library/{id}/used',
    scope: 'library.write',
    words: 'never',
    summary: 'Record that a file was sent',
    description: 'Increments `usageCount` and sets `lastUsedAt`; returns the file.',
    tx: 'write',
    target: file,
    success: 200,
    response: LibraryFile,
    async run({ db, platform, workspace, params, now }) {
      return toLibraryFile(platform, await store.recordFileUse(db, workspace.id, params.id, now));
    },
  }),

  listLibraryFileUses: operation({
    method: 'get',
    path: '/api/media-library/{id}/uses',
    scope: 'library.read',
    summary: 'List where a file of the media library is used',
    description:
      'Quick replies that are sent with it, and the flows, campaigns, templates and agents’ items with its link.',
    extension: true,
    tx: 'read',
    target: file,
    success: 200,
    response: listOf(FileUse),
    async run({ db, platform, workspace, params }) {
      const row = await store.findFile(db, workspace.id, params.id);
      return { data: row ? await listFileUses(db, platform.provided, row) : [] };
    },
  }),
} satisfies Operations;

import type { UploadedFile } from '../../http/body/uploads.ts';
import { type Operations, operation } from '../../http/operation.ts';
import { createFileAlias, pointFileAlias } from '../../platform/files/file-aliases.ts';
import { insertFile } from '../../platform/files/files.ts';
import { Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { file } from './file-target.ts';
import * as store from './files.store.ts';
import { LibraryFile, largestLibrary } from './schemas.ts';

const upload = {
  field: 'file',
  maxFiles: 1,
  maxBytes: 100 * 1024 * 1024,
  description:
    'An image (at most 10 MiB and 40 megapixels), audio, video or document; the type is read from its bytes.',
} as const;

export const contentOperations = {
  uploadLibraryFile: operation({
    method: 'post',
    path: '/api/media-library/upload',
    scope: 'library.write',
    summary: 'Upload a file to the media library',
    description:
      'Stores the content under a new id and its file name. Its `url` does not expire and always shows the content that ' +
      `the entry has. A workspace can have at most ${largestLibrary} files; one more returns 409 \`library_full\`.`,
    extension: true,
    tx: 'none',
    upload,
    success: 201,
    response: LibraryFile,
    errors: ['library_full', 'quota_exceeded'],
    async run({ platform, uploads, write, newId, fail }) {
      const row = await write(async (work) => {
        const { db, workspace, now } = work;
        if (store.countFiles(db, workspace.id) >= largestLibrary) throw fail('library_full');
        const { fileId, fileName, ...content } = await keepContent(work, uploads);
        const alias_id = await createFileAlias(work, fileId);
        return store.insertStoredFile(
          db,
          workspace.id,
          { ...content, alias_id, id: newId('media'), name: fileName },
          now,
        );
      });
      return store.toLibraryFile(platform, row);
    },
  }),

  replaceLibraryFileContent: operation({
    method: 'post',
    path: '/api/media-library/{id}/content',
    scope: 'library.write',
    summary: 'Replace the content of a file of the media library',
    description:
      'The entry keeps its id, name, tags and counts. The `url` of content that was uploaded stays the same, so flows ' +
      'and items that have it send the new content; messages and campaigns keep the earlier one.',
    extension: true,
    tx: 'none',
    target: file,
    upload,
    success: 200,
    response: LibraryFile,
    errors: ['quota_exceeded'],
    async run({ platform, params, uploads, write }) {
      const row = await write(async (work) => {
        const { db, workspace, now } = work;
        const before = await store.findFile(db, workspace.id, params.id);
        // It may have been deleted during the upload.
        if (!before) throw new Problem('not_found');
        const { fileId, fileName: _fileName, ...content } = await keepContent(work, uploads);
        const alias_id = before.alias_id ?? (await createFileAlias(work, fileId));
        if (before.alias_id !== null) await pointFileAlias(work, alias_id, fileId);
        return store.setContent(db, workspace.id, params.id, { ...content, alias_id }, now);
      });
      return store.toLibraryFile(platform, row);
    },
  }),
} satisfies Operations;

/** Makes the upload a file of the workspace; returns its columns in the library. */
async function keepContent(work: Work, [upload]: UploadedFile[]) {
  if (!upload) throw new Error('The frame rejects an upload without a file');
  const { id, fileName, contentType, kind, sizeBytes } = await insertFile(work, upload.blob, upload.fileName);
  return { fileId: id, fileName, content_type: contentType, kind, size_bytes: sizeBytes };
}

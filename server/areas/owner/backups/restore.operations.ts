import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { requestRestore } from '../../../platform/backup/restore-requests.ts';
import { readPauseReason, setSendingPaused } from '../../../platform/work/sending-pause.ts';
import { asUnusable } from './as-unusable.ts';
import { loadBackup } from './backups.operations.ts';
import { RestoreStarted, SendingState } from './backups.schemas.ts';

const largestBackupBytes = 64 * 1024 ** 3;

const whatHappens =
  'Returns once the backup is verified and staged. Within a second the server stops, restores it and starts again; ' +
  'nothing is sent then until the owner resumes sending. The previous data stays in the data folder. Sessions are ' +
  'those of the backup: the console may have to sign in again.';

export const restoreOperations = {
  restoreBackup: operation({
    method: 'post',
    path: '/owner/backups/{name}/restore',
    scope: 'owner',
    summary: 'Restore a backup of the list',
    description: whatHappens,
    tx: 'none',
    success: 202,
    response: RestoreStarted,
    errors: ['not_found', 'backup_unusable'],
    async run({ platform, params, fail }) {
      const { path } = await loadBackup(platform, params.name, fail);
      return requestRestore(platform, path).catch((error) => {
        throw asUnusable(error, fail);
      });
    },
  }),

  restoreUpload: operation({
    method: 'post',
    path: '/owner/restore',
    scope: 'owner',
    summary: 'Restore an uploaded backup',
    description: whatHappens,
    tx: 'none',
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: largestBackupBytes,
      description: 'A backup of Frontdesk.',
      // A backup contains the secret key.
      isTemporary: true,
    },
    success: 202,
    response: RestoreStarted,
    errors: ['backup_unusable'],
    run: ({ platform, uploads: [upload], fail }) =>
      requestRestore(platform, upload?.blob.path ?? '').catch((error) => {
        throw asUnusable(error, fail);
      }),
  }),

  getSending: operation({
    method: 'get',
    path: '/owner/sending',
    scope: 'owner',
    summary: 'Get whether sending is paused',
    tx: 'read',
    success: 200,
    response: SendingState,
    run: async ({ db }) => showSending(await readPauseReason(db)),
  }),

  setSending: operation({
    method: 'post',
    path: '/owner/sending',
    scope: 'owner',
    summary: 'Pause or resume sending to customers and webhooks',
    tx: 'write',
    body: z.strictObject({ paused: z.boolean() }),
    success: 200,
    response: SendingState,
    async run({ db, body }) {
      await setSendingPaused(db, body.paused);
      return showSending(await readPauseReason(db));
    },
  }),
} satisfies Operations;

const showSending = (reason: SendingState['reason']): SendingState => ({ paused: reason !== null, reason });

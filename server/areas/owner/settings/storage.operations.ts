import { type Operations, operation } from '../../../http/operation.ts';
import { exportEverything } from '../../../platform/backup/export-everything.ts';
import { dayOf } from '../../../platform/text/days.ts';
import { shopExported } from '../events.ts';
import { measureStorage } from './measure-storage.ts';
import { Storage } from './storage.schemas.ts';

export const storageOperations = {
  getStorage: operation({
    method: 'get',
    path: '/owner/storage',
    scope: 'owner',
    summary: 'Get disk usage and free space',
    tx: 'none',
    success: 200,
    response: Storage,
    run: ({ platform }) => measureStorage(platform),
  }),

  exportEverything: operation({
    method: 'get',
    path: '/owner/export',
    scope: 'owner',
    summary: 'Export the workspace',
    description:
      'A zip: `data/<table>.json` with a JSON array of rows per table, `media/` with the files, `export.json` with the ' +
      'contents. Excludes keys, credentials and webhook secrets. To move to another machine, use a backup.',
    tx: 'none',
    success: 200,
    response: { contentType: 'application/zip' },
    async run({ platform, workspace, now, write }) {
      await write((work) => work.emit(shopExported, {}));
      return {
        fileName: `frontdesk-export-${dayOf(workspace.timezone, now)}.zip`,
        chunks: exportEverything(platform, workspace),
      };
    },
  }),
} satisfies Operations;

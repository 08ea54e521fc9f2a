import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Operations, operation } from '../../../../http/operation.ts';
import type { Db } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { invalid } from '../../../../platform/problem.ts';
import { defaultFolder, listAllowedFolders, saveAllowedFolders } from './workbook-folders.ts';

const SpreadsheetFolders = z
  .object({
    defaultFolder: z.string().describe('Always allowed.'),
    folders: z.array(z.string()).describe('Folders of this machine that spreadsheet connections may write to, too.'),
  })
  .meta({ id: 'SpreadsheetFolders' });

const show = async (platform: Platform, db: Db) => ({
  defaultFolder: defaultFolder(platform),
  folders: await listAllowedFolders(db),
});

/** Which folders of this machine spreadsheets may lie in: no API key can open one. */
export const folderOperations = {
  getSpreadsheetFolders: operation({
    method: 'get',
    path: '/owner/spreadsheet-folders',
    scope: 'owner',
    summary: 'Read in which folders spreadsheets may be written',
    tx: 'read',
    success: 200,
    response: SpreadsheetFolders,
    run: ({ platform, db }) => show(platform, db),
  }),

  setSpreadsheetFolders: operation({
    method: 'put',
    path: '/owner/spreadsheet-folders',
    scope: 'owner',
    summary: 'Choose in which folders spreadsheets may be written',
    tx: 'none',
    body: z.strictObject({ folders: z.array(z.string().min(1).max(1_000)).max(50) }),
    success: 200,
    response: SpreadsheetFolders,
    async run({ platform, db, body, write }) {
      for (const [index, folder] of body.folders.entries()) {
        const found = isAbsolute(folder) ? await stat(folder).catch(() => null) : null;
        if (!found?.isDirectory()) throw invalid(`body.folders[${index}]`, 'must be the full path of a folder');
      }
      await write((work) => saveAllowedFolders(work.db, [...new Set(body.folders)]));
      return show(platform, db);
    },
  }),
} satisfies Operations;

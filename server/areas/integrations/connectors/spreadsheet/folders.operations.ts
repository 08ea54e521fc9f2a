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
    folders: z.array(z.string()).describe('Other folders of this machine that spreadsheet connections may write to.'),
  })
  .meta({ id: 'SpreadsheetFolders' });

const show = async (platform: Platform, db: Db) => ({
  defaultFolder: defaultFolder(platform),
  folders: await listAllowedFolders(db),
});

/** The folders that spreadsheets may be in. Owner operations: no API key can allow one. */
export const folderOperations = {
  getSpreadsheetFolders: operation({
    method: 'get',
    path: '/owner/spreadsheet-folders',
    scope: 'owner',
    summary: 'Get the folders that spreadsheets may be written to',
    tx: 'read',
    success: 200,
    response: SpreadsheetFolders,
    run: ({ platform, db }) => show(platform, db),
  }),

  setSpreadsheetFolders: operation({
    method: 'put',
    path: '/owner/spreadsheet-folders',
    scope: 'owner',
    summary: 'Set the folders that spreadsheets may be written to',
    tx: 'none',
    body: z.strictObject({ folders: z.array(z.string().min(1).max(1_000)).max(50) }),
    success: 200,
    response: SpreadsheetFolders,
    async run({ platform, db, body, write }) {
      for (const [index, folder] of body.folders.entries()) {
        const found = isAbsolute(folder) ? await stat(folder).catch(() => null) : null;
        if (!found?.isDirectory()) throw invalid(`body.folders[${index}]`, 'must be the absolute path of a folder');
      }
      await write((work) => saveAllowedFolders(work.db, [...new Set(body.folders)]));
      return show(platform, db);
    },
  }),
} satisfies Operations;

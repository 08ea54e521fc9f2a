import { z } from 'zod';
import { type Operations, operation } from '../../../../http/operation.ts';
import {
  assertGrantable,
  listGrantedFolders,
  ownFolder,
  saveGrantedFolders,
} from '../../../../platform/access/workspace-folders.ts';
import type { Workspace } from '../../../../platform/access/workspaces.ts';
import type { Db } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';

const SpreadsheetFolders = z
  .object({
    defaultFolder: z.string().describe('The workspace’s own folder; always allowed.'),
    folders: z
      .array(z.string())
      .describe('Other folders of this machine that spreadsheet connections of the workspace may write to.'),
  })
  .meta({ id: 'SpreadsheetFolders' });

const show = async (platform: Platform, db: Db, { id }: Workspace) => ({
  defaultFolder: await ownFolder(platform.config.home, db, id),
  folders: await listGrantedFolders(db, id),
});

/** The folders allowed for a workspace's spreadsheets. Owner operations: no API key can allow a folder. */
export const folderOperations = {
  getSpreadsheetFolders: operation({
    method: 'get',
    path: '/owner/spreadsheet-folders',
    scope: 'owner',
    summary: 'Get the folders that spreadsheets may be written to',
    tx: 'read',
    success: 200,
    response: SpreadsheetFolders,
    run: ({ platform, db, workspace }) => show(platform, db, workspace),
  }),

  setSpreadsheetFolders: operation({
    method: 'put',
    path: '/owner/spreadsheet-folders',
    scope: 'owner',
    summary: 'Set the folders that spreadsheets may be written to',
    description: 'Each folder belongs to one workspace: a folder that overlaps another workspace’s folder is refused.',
    tx: 'none',
    body: z.strictObject({ folders: z.array(z.string().min(1).max(1_000)).max(50) }),
    success: 200,
    response: SpreadsheetFolders,
    async run({ platform, db, workspace, body: { folders }, write }) {
      await assertGrantable(db, { home: platform.config.home, workspace, folders });
      await write((work) => saveGrantedFolders(work.db, workspace.id, folders));
      return show(platform, db, workspace);
    },
  }),
} satisfies Operations;

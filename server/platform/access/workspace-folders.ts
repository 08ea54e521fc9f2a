import { realpath, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { Db, Table } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { invalid } from '../problem.ts';
import { clearSetting, readSetting, saveSetting } from '../settings.ts';
import type { Workspace } from './workspaces.ts';

declare module '../database/database.ts' {
  interface Tables {
    workspace_folders: Table<'workspace_folders'>;
  }
}

/** Setting: the folder of each workspace that has one, within `spreadsheets`; empty for `spreadsheets` itself. */
const foldersSetting = 'spreadsheet_folders';
const Folders = z.record(z.string(), z.string());

const readFolders = async (db: Db) => (await readSetting(db, foldersSetting, Folders)) ?? {};

/**
 * Returns a workspace's own folder in the data folder; the area that writes to it creates it. The first workspace to write
 * (`claimOwnFolder`) owns `spreadsheets` itself, where the owner of a single shop looks for workbooks. Each further
 * workspace owns a subfolder.
 */
export async function ownFolder(home: string, db: Db, workspaceId: string): Promise<string> {
  return join(home, 'spreadsheets', folderOf(await readFolders(db), workspaceId));
}

/** Returns the folder that the workspace has, or would get now. */
const folderOf = (folders: z.output<typeof Folders>, workspaceId: string): string =>
  folders[workspaceId] ?? (Object.values(folders).includes('') ? workspaceId : '');

/** Assigns a folder to the workspace on first use, and returns it. It never changes afterwards. */
export async function claimOwnFolder(platform: Platform, workspaceId: string): Promise<string> {
  const known = await readFolders(platform.database.read);
  if (known[workspaceId] === undefined) {
    await platform.write(async ({ db }) => {
      const folders = await readFolders(db);
      await saveSetting(db, foldersSetting, { ...folders, [workspaceId]: folderOf(folders, workspaceId) });
    });
  }
  return ownFolder(platform.config.home, platform.database.read, workspaceId);
}

/** Assigns a subfolder to a new workspace, so that its removal deletes none of the owner's files in `spreadsheets`. */
export async function assignSubfolder(db: Db, workspaceId: string): Promise<void> {
  await saveSetting(db, foldersSetting, { ...(await readFolders(db)), [workspaceId]: workspaceId });
}

/** Deletes the subfolder of a deleted workspace. All others keep their folders and files. */
export async function removeOwnFolder(platform: Platform, workspaceId: string): Promise<void> {
  const { [workspaceId]: folder } = await readFolders(platform.database.read);
  if (!folder) return;
  await rm(join(platform.config.home, 'spreadsheets', folder), { recursive: true, force: true });
  await platform.write(async ({ db }) => {
    const { [workspaceId]: _, ...others } = await readFolders(db);
    await (Object.keys(others).length > 0 ? saveSetting(db, foldersSetting, others) : clearSetting(db, foldersSetting));
  });
}

/** Returns the folders outside the data folder granted to a workspace by the owner. */
export async function listGrantedFolders(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workspace_folders')
    .select('path')
    .where('workspace_id', '=', workspaceId)
    .orderBy('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** Returns the folders granted to any workspace. */
export async function listAllGrantedFolders(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('workspace_folders').select('path').distinct().orderBy('path').execute();
  return rows.map(({ path }) => path);
}

export async function saveGrantedFolders(db: Db, workspaceId: string, folders: string[]): Promise<void> {
  await db.deleteFrom('workspace_folders').where('workspace_id', '=', workspaceId).execute();
  const rows = [...new Set(folders)].map((path) => ({ workspace_id: workspaceId, path }));
  if (rows.length > 0) await db.insertInto('workspace_folders').values(rows).execute();
}

/** True if a path is the folder or within it. Both must be real paths. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

const overlap = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one);

/**
 * Throws 400 naming the field unless each folder exists, is outside the data folder, and overlaps no folder of another
 * workspace.
 */
export async function assertGrantable(
  db: Db,
  { home, workspace, folders }: { home: string; workspace: Workspace; folders: string[] },
): Promise<void> {
  const realHome = await realpath(home);
  const others = await listOthers(db, workspace.id);
  for (const [index, folder] of folders.entries()) {
    const field = `body.folders[${index}]`;
    const found = isAbsolute(folder) ? await stat(folder).catch(() => null) : null;
    if (!found?.isDirectory()) throw invalid(field, 'must be the absolute path of a folder');
    const real = await realpath(folder);
    if (overlap(real, realHome)) {
      throw invalid(field, 'must not overlap the data folder of Frontdesk: choose another folder', 'data_folder');
    }
    const taken = others.find((other) => overlap(real, other.path));
    if (taken) throw invalid(field, `The folder belongs to ${taken.name}: choose another one`, 'other_workspace');
  }
}

async function listOthers(db: Db, workspaceId: string): Promise<{ path: string; name: string }[]> {
  const rows = await db
    .selectFrom('workspace_folders as f')
    .innerJoin('workspaces as w', 'w.id', 'f.workspace_id')
    .select(['f.path', 'w.name'])
    .where('f.workspace_id', '!=', workspaceId)
    .execute();
  return Promise.all(rows.map(async ({ path, name }) => ({ path: await realpath(path).catch(() => path), name })));
}

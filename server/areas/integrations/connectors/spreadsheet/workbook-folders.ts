import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { claimOwnFolder, isWithin, listGrantedFolders } from '../../../../platform/access/workspace-folders.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { ConnectorError } from '../connector.ts';

/** A plain file name: no folder, no hidden file, no special characters of a file system. */
export const WorkbookName = z
  .string()
  .trim()
  .max(120)
  .regex(
    /^[^./\\:*?"<>|~\p{Cc}][^/\\:*?"<>|\p{Cc}]*\.(xlsx|csv)$/iu,
    'must be a file name that ends with .xlsx or .csv',
  );

const refuse = (message: string): ConnectorError => new ConnectorError('refused', message, { isFinal: true });

/** A folder of workbooks, as a connection names it. */
export interface WorkbookPlace {
  workspaceId: string;
  /** The connection's folder; undefined for the workspace's own folder. */
  folder: string | undefined;
}

/**
 * Returns the real path of a folder, with all links resolved. Throws `ConnectorError` unless the folder is the
 * workspace's own or within a folder granted by the owner. Checked at each use, so revoking a folder takes effect at once.
 */
export async function openFolder(platform: Platform, { workspaceId, folder }: WorkbookPlace): Promise<string> {
  const { home } = platform.config;
  const own = await claimOwnFolder(platform, workspaceId);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const wanted = await realpath(folder ?? own).catch(() => null);
  if (wanted === null) throw refuse(`The folder ${folder} does not exist`);
  // Excludes its subfolders, which may belong to other workspaces.
  if (wanted === (await realpath(own))) return wanted;
  // A link in a granted folder may lead to another workspace's data.
  if (!isWithin(wanted, await realpath(home))) {
    for (const granted of await listGrantedFolders(platform.database.read, workspaceId)) {
      const real = await realpath(granted).catch(() => null);
      if (real !== null && isWithin(wanted, real)) return wanted;
    }
  }
  throw refuse(`The owner has not allowed the folder ${folder}`);
}

/** The path of a workbook, which need not exist. Throws `ConnectorError` for a link or anything but a file. */
export async function findWorkbook(folder: string, name: string): Promise<string> {
  const path = join(folder, WorkbookName.parse(name));
  const found = await lstat(path).catch(() => null);
  if (found && !found.isFile()) throw refuse(`${name} is not a plain file`);
  return path;
}

/** The names of the workbooks in a folder. */
export async function listWorkbooks(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && WorkbookName.safeParse(entry.name).success)
    .map(({ name }) => name)
    .sort();
}

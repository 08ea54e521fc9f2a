import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { Db } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { readSetting, saveSetting } from '../../../../platform/settings.ts';
import { ConnectorError } from '../connector.ts';

const settingsKey = 'spreadsheet_folders';

/** A plain file name: no folder, no hidden file, no special characters of a file system. */
export const WorkbookName = z
  .string()
  .trim()
  .max(120)
  .regex(
    /^[^./\\:*?"<>|~\p{Cc}][^/\\:*?"<>|\p{Cc}]*\.(xlsx|csv)$/iu,
    'must be a file name that ends with .xlsx or .csv',
  );

/** The default folder of workbooks; always allowed. */
export const defaultFolder = (platform: Platform): string => join(platform.config.home, 'spreadsheets');

/** Other folders that the owner has allowed. */
export const listAllowedFolders = async (db: Db): Promise<string[]> =>
  (await readSetting(db, settingsKey, z.array(z.string()))) ?? [];

export const saveAllowedFolders = (db: Db, folders: string[]): Promise<void> => saveSetting(db, settingsKey, folders);

const isWithin = (folder: string, allowed: string): boolean => {
  const path = relative(allowed, folder);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path));
};

const refuse = (message: string): ConnectorError => new ConnectorError('refused', message, { isFinal: true });

/**
 * The real path of a folder, with all links followed. Throws `ConnectorError` unless it is within an allowed folder.
 * Checked at each use, so that removing a folder takes effect at once.
 */
export async function openFolder(platform: Platform, folder: string | undefined): Promise<string> {
  const standard = defaultFolder(platform);
  await mkdir(standard, { recursive: true, mode: 0o700 });
  const wanted = await realpath(folder ?? standard).catch(() => null);
  if (wanted === null) throw refuse(`The folder ${folder} does not exist`);
  for (const allowed of [standard, ...(await listAllowedFolders(platform.database.read))]) {
    const real = await realpath(allowed).catch(() => null);
    if (real !== null && isWithin(wanted, real)) return wanted;
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

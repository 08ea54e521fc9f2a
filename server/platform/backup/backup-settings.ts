import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { invalid } from '../problem.ts';
import { readSetting, saveSetting } from '../settings.ts';
import { defaultBackupFolder } from './backup-files.ts';

const settingsKey = 'backups';

const Stored = z.object({ folder: z.string().nullable(), enabled: z.boolean(), hour: z.int().min(0).max(23) });

export interface BackupSettings {
  /** An absolute path. */
  folder: string;
  /** Whether a backup is made every night. */
  enabled: boolean;
  /** The hour of the night in the first workspace's time zone, 0 to 23. */
  hour: number;
}

const defaults: z.infer<typeof Stored> = { folder: null, enabled: true, hour: 3 };

export async function readBackupSettings({ config }: Pick<Platform, 'config'>, db: Db): Promise<BackupSettings> {
  const stored = (await readSetting(db, settingsKey, Stored)) ?? defaults;
  return { ...stored, folder: stored.folder ?? defaultBackupFolder(config.home) };
}

/** The folder that the stored text of the settings names; null for the default one and for what cannot be read. */
export function readChosenFolder(stored: unknown): string | null {
  try {
    return Stored.parse(JSON.parse(String(stored))).folder;
  } catch {
    return null;
  }
}

/** Changes what is named; `folder: null` goes back to the default one. */
export async function saveBackupSettings(db: Db, changes: Partial<z.infer<typeof Stored>>): Promise<void> {
  const present = (await readSetting(db, settingsKey, Stored)) ?? defaults;
  await saveSetting(db, settingsKey, Stored.parse({ ...present, ...changes }));
}

/** The folders in which backups lie: the owner's, and the default one, which keeps those before updates. */
export async function backupFolders(platform: Platform): Promise<string[]> {
  const { folder } = await readBackupSettings(platform, platform.database.read);
  return [...new Set([folder, defaultBackupFolder(platform.config.home)])];
}

/** Folders of the data folder that Frontdesk empties or replaces. */
const ownFolders = ['blobs', 'tmp', 'restore', 'models'];

/**
 * Makes the folder that the owner chose where there is none. Throws 400 naming `body.folder` when backups cannot be
 * written there. Answers its plain path.
 */
export async function prepareBackupFolder(home: string, folder: string): Promise<string> {
  const field = 'body.folder';
  if (!isAbsolute(folder)) throw invalid(field, 'must be a full path, such as /media/usb/backups or D:\\Backups');
  const path = resolve(folder);
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(() => {
    throw invalid(field, `The folder ${path} is not there and cannot be made`);
  });
  const [real, realHome] = [await realpath(path), await realpath(home)];
  if (real === realHome || ownFolders.some((name) => isInside(real, join(realHome, name)))) {
    throw invalid(field, 'must not be where Frontdesk keeps its data: choose another disk or folder');
  }
  await assertWritable(real).catch(() => {
    throw invalid(field, `Nothing can be written into ${path}`);
  });
  return path;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/** Windows answers `access` without looking at the rights: only writing tells. */
async function assertWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK);
  const probe = join(folder, `.frontdesk-${randomBytes(6).toString('hex')}`);
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
  await rm(probe, { force: true });
}

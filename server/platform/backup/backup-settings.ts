import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { invalid } from '../problem.ts';
import { readSetting, saveSetting } from '../settings.ts';
import { defaultBackupFolder } from './backup-files.ts';
import { contents } from './folder-contents.ts';

const settingsKey = 'backups';

const Stored = z.object({ folder: z.string().nullable(), enabled: z.boolean(), hour: z.int().min(0).max(23) });

export interface BackupSettings {
  /** Absolute path. */
  folder: string;
  /** Whether a backup is made every night. */
  enabled: boolean;
  /** Hour of the nightly backup in the first workspace's time zone, 0 to 23. */
  hour: number;
}

const defaults: z.infer<typeof Stored> = { folder: null, enabled: true, hour: 3 };

export async function readBackupSettings({ config }: { config: { home: string } }, db: Db): Promise<BackupSettings> {
  const stored = (await readSetting(db, settingsKey, Stored)) ?? defaults;
  return { ...stored, folder: stored.folder ?? defaultBackupFolder(config.home) };
}

/** Reads the folder from the stored settings text; null for the default folder or unreadable text. */
export function readChosenFolder(stored: unknown): string | null {
  try {
    return Stored.parse(JSON.parse(String(stored))).folder;
  } catch {
    return null;
  }
}

/** Stores the given changes; `folder: null` restores the default. */
export async function saveBackupSettings(db: Db, changes: Partial<z.infer<typeof Stored>>): Promise<void> {
  const present = (await readSetting(db, settingsKey, Stored)) ?? defaults;
  await saveSetting(db, settingsKey, Stored.parse({ ...present, ...changes }));
}

/** Returns the folders that contain backups: the owner's, and the default one with those before updates. */
export async function backupFolders(platform: Platform): Promise<string[]> {
  const { folder } = await readBackupSettings(platform, platform.database.read);
  return [...new Set([folder, defaultBackupFolder(platform.config.home)])];
}

/** Parts of the data folder that may not contain a backup folder. */
const ownFolders = contents.map(({ name }) => name).filter((name) => name !== basename(defaultBackupFolder('')));

/**
 * Creates the folder chosen by the owner if missing and returns its normalized path. Throws 400 naming `body.folder`
 * when backups cannot be written there.
 */
export async function prepareBackupFolder(home: string, folder: string): Promise<string> {
  const field = 'body.folder';
  if (!isAbsolute(folder)) throw invalid(field, 'must be an absolute path, such as /media/usb/backups or D:\\Backups');
  const path = resolve(folder);
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(() => {
    throw invalid(field, `The folder ${path} does not exist and cannot be created`);
  });
  const [real, realHome] = [await realpath(path), await realpath(home)];
  if (real === realHome || ownFolders.some((name) => isInside(real, join(realHome, name)))) {
    throw invalid(field, 'must not be inside the data folder of Frontdesk: choose another disk or folder');
  }
  await assertWritable(real).catch(() => {
    throw invalid(field, `The folder ${path} is not writable`);
  });
  return path;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/** Windows does not check permissions in `access`: only a write tells. */
async function assertWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK);
  const probe = join(folder, `.frontdesk-${randomBytes(6).toString('hex')}`);
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
  await rm(probe, { force: true });
}

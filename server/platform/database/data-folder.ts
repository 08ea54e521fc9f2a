import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockHome, notWritable } from './lock.ts';

export const databaseFile = (home: string): string => join(home, 'frontdesk.sqlite');

export const hasDatabase = (home: string): boolean => existsSync(databaseFile(home));

/**
 * Creates the folder if missing, readable by its owner alone, and locks it for this process. Returns a function that
 * unlocks it.
 */
export async function lockNewHome(home: string): Promise<() => void> {
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((error) => {
    throw notWritable(home, error);
  });
  return lockHome(home);
}

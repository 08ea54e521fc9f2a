import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../durations.ts';
import type { Platform } from '../platform.ts';

const graceMs = dayMs;
const isHash = /^[0-9a-f]{64}$/;

/**
 * Deletes unreferenced blobs: their upload was refused, or a crash came before the row was committed. A day of grace
 * protects uploads in progress.
 */
export async function sweepBlobs(platform: Platform): Promise<void> {
  const root = join(platform.config.home, 'blobs');
  let deleted = 0;
  for (const folder of await readdir(root).catch(() => [])) {
    // Other programs create files in folders, such as .DS_Store.
    for (const hash of await readdir(join(root, folder)).catch(() => [])) {
      if (!isHash.test(hash) || (await isReferred(platform, hash))) continue;
      const path = join(root, folder, hash);
      const { mtimeMs } = await stat(path);
      if (mtimeMs > platform.clock.now().getTime() - graceMs) continue;
      await unlink(path);
      deleted += 1;
    }
  }
  if (deleted > 0) platform.log.info({ deleted }, 'blobs without a file were deleted');
}

async function isReferred(platform: Platform, hash: string): Promise<boolean> {
  const row = await platform.database.read
    .selectFrom('files')
    .select('id')
    .where((where) => where.or([where('hash', '=', hash), where('thumbnail_hash', '=', hash)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

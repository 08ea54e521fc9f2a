import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|txt|webmanifest)$/;

/**
 * Writes a gzipped copy beside each text file of a build, `NAME.gz`, which the server sends as it is, so that it
 * need not compress them after each start.
 */
export const gzipFiles = (): Plugin => ({
  name: 'gzip-files',
  async writeBundle({ dir = '' }) {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
    await Promise.all(files.map(({ parentPath, name }) => gzipFile(join(parentPath, name))));
  },
});

async function gzipFile(path: string): Promise<void> {
  await writeFile(`${path}.gz`, await promisify(gzip)(await readFile(path), { level: constants.Z_BEST_COMPRESSION }));
}

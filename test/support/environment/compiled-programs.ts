import { cp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compileServer } from '../../../build/compile-server.ts';
import { hourMs } from '../../../server/platform/durations.ts';
import { preload } from './preload.ts';

const root = join(import.meta.dirname, '../../..');
/** A folder with the compiled server and the manifest that names its version. */
export const programs = join(root, 'node_modules/.cache/programs');
const folder = join(programs, 'server');

/**
 * Compiles the server as it is shipped, and lets all processes and threads that the tests start run from there. Loading
 * hundreds of modules from their sources took a third of the CPU of a test run.
 */
export default async function setup(): Promise<void> {
  const written = await compileServer(folder);
  // The programs read their version from it.
  await cp(join(root, 'package.json'), join(folder, '../package.json'));
  await removeOld(written);
  preload(new URL('./run-compiled.js', import.meta.url));
}

/** Removes what earlier builds left. A run at the same time may still use the newest of it. */
async function removeOld(written: Set<string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || written.has(name)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < Date.now() - hourMs) await rm(join(folder, name), { force: true });
  }
}

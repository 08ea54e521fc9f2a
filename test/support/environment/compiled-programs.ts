import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { compileServer } from '../../../build/compile-server.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Compiles the server as it is shipped, and lets all processes and threads that the tests start run from there. Loading
 * hundreds of modules from their sources took a third of the CPU of a test run.
 */
export default async function setup(): Promise<void> {
  const folder = join(root, 'node_modules/.cache/programs');
  await compileServer(join(folder, 'server'));
  // The programs read their version from it.
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  const hook = new URL('./run-compiled.js', import.meta.url);
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${hook}`.trim();
}

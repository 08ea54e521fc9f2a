import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileClient } from './client/compile-client.ts';
import { compileServer } from './compile-server.ts';

const root = join(import.meta.dirname, '..');

/** Compiles the server into `target`, with the manifest that names its version and the client that it serves. */
export async function compileProgram(target: string): Promise<void> {
  for (const folder of ['server', 'compile-cache']) await rm(join(target, folder), { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await Promise.all([compileServer(join(target, 'server')), writeManifest(target), compileClient(target)]);
}

/** `electron dist` starts from this manifest, and the server reads its version from it. */
async function writeManifest(target: string): Promise<void> {
  const { name, version, description, license, author } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const manifest = { name, version, description, license, author, type: 'module', main: 'electron/main.cjs' };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

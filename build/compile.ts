/**
 * Compiles the server and the desktop shell into `dist/`, for the packaged program. The server's files are flat in
 * `dist/server/`, so that programs started by a module (a worker, the QR client) are next to it there too.
 * `FRONTDESK_UPDATE_FEED` (https) is the URL at which the desktop program checks for updates; without it, it never
 * checks.
 */
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { compileProgram } from './compile-program.ts';
import { common } from './compile-server.ts';
import { writeSbom } from './write-sbom.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist');
const updateFeed = process.env.FRONTDESK_UPDATE_FEED ?? '';

/** The shell bundles its packages: the packaged program only contains those that the server needs. */
async function compileShell(): Promise<void> {
  const shell: BuildOptions = {
    ...common,
    format: 'cjs',
    external: ['electron'],
    outExtension: { '.js': '.cjs' },
    minify: true,
  };
  await build({
    ...shell,
    entryPoints: ['electron/main.ts'],
    outdir: join(target, 'electron'),
    define: { 'import.meta.dirname': '__dirname', 'process.env.FRONTDESK_UPDATE_FEED': JSON.stringify(updateFeed) },
  });
  // A sandboxed preload script can only load `electron`, and only as CommonJS.
  await build({ ...shell, entryPoints: ['electron/bridge/preload.ts'], outdir: join(target, 'electron') });
  await cp(join(root, 'electron/pages'), join(target, 'electron/pages'), { recursive: true });
  await cp(join(root, 'build/icons/128x128.png'), join(target, 'electron/pages/icon-128.png'));
  await cp(join(root, 'build/tray'), join(target, 'electron/icons'), { recursive: true });
}

await rm(join(target, 'electron'), { recursive: true, force: true });
await mkdir(target, { recursive: true });
await Promise.all([compileProgram(target), compileShell(), writeSbom(join(target, 'sbom.json'))]);

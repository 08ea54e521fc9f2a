/**
 * Compiles the server and the desktop shell into `dist/`, for the packaged program. The server's files are flat in
 * `dist/server/`, so that programs started by a module (a worker, the QR client) are next to it there too.
 * `FRONTDESK_UPDATE_FEED` (https) is the URL at which the desktop program checks for updates; without it, it never
 * checks.
 */
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { writeSbom } from './write-sbom.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist');
const updateFeed = process.env.FRONTDESK_UPDATE_FEED ?? '';

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Packages that are not bundled: native modules, and those that read their own files. Everything else is bundled, which
 * makes the program a third of the size. `electron-builder.yml` packs these and their dependencies.
 */
const unbundled = [
  '@huggingface/transformers',
  '@tesseract.js-data/*',
  'better-sqlite3',
  'onnxruntime-node',
  'onnxruntime-web',
  'pdf-parse',
  'pdfjs-dist',
  'sharp',
  'sqlite-vec',
  'swagger-ui-dist',
  'tesseract.js',
];

/** CommonJS packages load Node's modules with `require`, which ES modules lack. */
const requireBanner =
  "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);";

/** The server's entry points: the server, the command line, and every worker thread or child process. */
function findPrograms(): string[] {
  const programs = ['server/main.ts', 'server/cli.ts', ...globSync('server/**/*worker.ts', { cwd: root })];
  const names = programs.map((file) => basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two programs are named ${twice}: they would overwrite each other`);
  return programs;
}

async function compileServer(): Promise<void> {
  await build({
    ...common,
    entryPoints: findPrograms(),
    outdir: join(target, 'server'),
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    splitting: true,
    minify: true,
    // Logs contain names of classes and functions.
    keepNames: true,
    external: unbundled,
    banner: { js: requireBanner },
  });
}

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

/** `electron dist` starts from this manifest, and the server reads its version from it. */
async function writeManifest(): Promise<void> {
  const { name, version, description, license, author } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const manifest = { name, version, description, license, author, type: 'module', main: 'electron/main.cjs' };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

for (const folder of ['server', 'electron']) await rm(join(target, folder), { recursive: true, force: true });
await mkdir(target, { recursive: true });
await Promise.all([compileServer(), compileShell(), writeManifest(), writeSbom(join(target, 'sbom.json'))]);

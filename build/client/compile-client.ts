import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { create } from 'tar';

const root = join(import.meta.dirname, '../..');

/**
 * Compiles the package `frontdesk-client` into `<target>/client`, and packs it as `npm pack` would, into
 * `<target>/client.tgz`, which the server serves at `/docs/client.tgz`.
 */
export async function compileClient(target: string): Promise<void> {
  const folder = join(target, 'client');
  await rm(folder, { recursive: true, force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [
    compiler,
    '-p',
    join(root, 'build/client/package'),
    '--outDir',
    folder,
  ]).catch(
    // The compiler tells its errors on its standard output.
    ({ stdout, message }) => Promise.reject(new Error(`The client does not compile:\n${stdout || message}`)),
  );
  await Promise.all([
    ...(await readdir(folder, { recursive: true }))
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => nameCompiledFiles(join(folder, name))),
    writeManifest(folder),
    cp(join(root, 'build/client/package/README.md'), join(folder, 'README.md')),
    cp(join(root, 'LICENSE'), join(folder, 'LICENSE')),
  ]);
  const names = (await readdir(folder)).sort();
  // Without times and owners, so that the same client is the same file.
  const options = { cwd: folder, file: join(target, 'client.tgz'), gzip: true, portable: true, noMtime: true };
  await create({ ...options, prefix: 'package' }, names);
}

/** The compiler leaves the names of sources in declarations, which older compilers do not find. */
async function nameCompiledFiles(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
}

async function writeManifest(folder: string): Promise<void> {
  const { version, license, author } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: 'frontdesk-client',
    version,
    description: 'The typed client of a Frontdesk: its API, its live events and its webhooks.',
    license,
    author,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    types: './index.d.ts',
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

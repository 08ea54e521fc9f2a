import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** Size budget of the archive and its unpacked files, without Electron. */
const largestBytes = 90_000_000;

/** Required files. */
const needed = [
  'package.json',
  'LICENSE',
  'dist/package.json',
  'dist/client.tgz',
  'dist/server/main.js',
  'dist/server/cli.js',
  'dist/server/qr-client.worker.js',
  'dist/server/parse-import.worker.js',
  'dist/server/guides/errors.md',
  'dist/server/examples/problems.json',
  'dist/electron/main.cjs',
  'dist/electron/preload.cjs',
  'dist/electron/pages/safe-mode.css',
  'dist/electron/pages/icon-128.png',
  'dist/electron/icons/tray.png',
  'dist/electron/icons/waiting.png',
  'dist/renderer/index.html',
  'dist/reference/index.html',
];

/** Files that must not be packed: sources, tests, data, secrets, tools, and Node, which Electron contains. */
const unwanted = [
  /\.(ts|mts|cts|tsx|map)$/,
  /^(server|electron|renderer|test|build(?!\/addons\/)|migrations|data|release|\.git)\//,
  /(^|\/)\.(env|npmrc|git)/,
  /\.(sqlite|key|backup|pem)$/,
  /^node_modules\/(electron|electron-builder|typescript|typescript-api|@typescript|vite|vitest|esbuild|node-[\w-]+-(x64|arm64)|@napi-rs)\//,
];

const native = /\.(node|dll|dylib|so(\.[\d.]+)?)$/;

function fail(check: string, found: string[]): never {
  throw new Error(`${check}:\n  ${found.slice(0, 20).join('\n  ')}`);
}

interface PackedFile {
  path: string;
  isUnpacked: boolean;
}

function listFiles(resources: string): PackedFile[] {
  const archive = join(resources, 'app.asar');
  const files: PackedFile[] = [];
  for (const entry of listPackage(archive, { isPack: false })) {
    const path = entry.slice(1);
    const stat = statFile(archive, path, false);
    if ('files' in stat) continue;
    files.push({ path, isUnpacked: 'unpacked' in stat && stat.unpacked === true });
  }
  return files;
}

/** Throws when a file is missing or unwanted, or a native module is packed where it cannot be loaded. */
export function checkFiles(resources: string): string {
  const files = listFiles(resources);
  const paths = new Set(files.map(({ path }) => path));
  const missing = needed.filter((path) => !paths.has(path));
  if (missing.length > 0) fail('The archive lacks files', missing);
  const odd = [...paths].filter((path) => unwanted.some((pattern) => pattern.test(path)));
  if (odd.length > 0) fail('The archive contains unwanted files', odd);
  const natives = files.filter(({ path }) => native.test(path));
  const packed = natives.filter(({ isUnpacked }) => !isUnpacked);
  if (packed.length > 0)
    fail(
      'Native modules are inside the archive',
      packed.map(({ path }) => path),
    );
  const foreign = natives.filter(({ path }) => !path.includes(process.platform) || !path.includes(process.arch));
  if (foreign.length > 0)
    fail(
      'Native modules of other platforms',
      foreign.map(({ path }) => path),
    );
  return `${files.length} files, ${natives.length} native ones beside the archive`;
}

/** Throws when the program exceeds its size budget. */
export function checkSize(resources: string): string {
  const sizes = globSync('app.asar{,.unpacked/**}', { cwd: resources }).map((path) => {
    const stat = statSync(join(resources, path));
    return { path, bytes: stat.isFile() ? stat.size : 0 };
  });
  const sum = (list: typeof sizes): number => list.reduce((total, { bytes }) => total + bytes, 0);
  const line = `${toMegabytes(sum(sizes))} MB without Electron`;
  if (sum(sizes) > largestBytes) throw new Error(`The program is too large: ${line}`);
  return line;
}

const toMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const wantedFuses: [FuseV1Options, boolean][] = [
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
];

/** Throws when a fuse of the packed program has the wrong state. */
export async function checkFuses(program: string): Promise<string> {
  const wire = await getCurrentFuseWire(program);
  const wrong = wantedFuses.filter(([fuse, on]) => wire[fuse] !== (on ? '1' : '0').charCodeAt(0));
  if (wrong.length > 0)
    fail(
      'Fuses with the wrong state',
      wrong.map(([fuse]) => FuseV1Options[fuse]),
    );
  return `${wantedFuses.length} fuses as they should be`;
}

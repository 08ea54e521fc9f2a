// `npm run build:console` and a part of `npm start`: builds what the program runs from, once for the same sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickNode } from './pick-node.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const markName = 'built-from';
const serverSources = ['server', 'migrations', 'build'];

/** Builds the console into `dist/renderer`. Of the server it imports only types, which leave no trace in the build. */
export function buildConsole() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  buildOnce(['renderer'], 'dist/renderer', [vite, 'build', 'renderer', '--logLevel', 'warn']);
}

/**
 * Compiles the server into `dist/`, as `npm run build` does: from there it starts in a third of the time that it takes
 * from its sources.
 * @returns {string} the file of the compiled server
 */
export function buildServer() {
  buildOnce(serverSources, 'dist/server', [join(root, 'build/compile-for-start.ts')]);
  return join(root, 'dist/server/main.js');
}

/**
 * The command line of the compiled server, which starts in a quarter of the time that its sources take.
 * @returns {string | null} its file; null unless it was compiled from the present sources
 */
export function findBuiltCli() {
  const file = join(root, 'dist/server/cli.js');
  return existsSync(file) && isBuilt('dist/server', listSources(serverSources)) ? file : null;
}

/**
 * Runs a build, unless its sources and packages are unchanged since the last one. Exits when it fails.
 * @param {string[]} folders the sources
 * @param {string} outdir emptied by the build, with the mark of the last one; the mark is neither served nor packed
 * @param {string[]} words what Node runs
 */
function buildOnce(folders, outdir, words) {
  const files = listSources(folders);
  if (isBuilt(outdir, files)) return;
  const mark = `${hashContents(files)} ${hashFiles(files)}`;
  const { status } = spawnSync(pickNode(), words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeFileSync(join(root, outdir, markName), mark);
}

/**
 * Whether a folder was built from these sources: from the same files, which is quick to see, or from others with the
 * same contents, as after a checkout.
 * @param {string} outdir
 * @param {string[]} files
 */
function isBuilt(outdir, files) {
  const mark = join(root, outdir, markName);
  if (!existsSync(mark)) return false;
  const [builtContents, builtFiles] = readFileSync(mark, 'utf8').split(' ');
  return builtFiles === hashFiles(files) || builtContents === hashContents(files);
}

/** @param {string[]} folders */
function listSources(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [...files.sort(), join(root, 'package-lock.json'), join(root, 'package.json')];
}

/** @param {string[]} files */
function hashContents(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * By name, size and time of the last change.
 * @param {string[]} files
 */
function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildConsole();

// `npm run build:console` and a part of `npm start`: builds what the program runs from, once for the same sources.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickNode } from './pick-node.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const markName = 'built-from';
const serverSources = ['server', 'migrations', 'build'];

/**
 * Builds the console into `dist/renderer` and the API reference into `dist/reference`. Of the server they import only types,
 * which leave no trace in the build.
 */
export async function buildConsole() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await buildOnce(['renderer'], 'dist/renderer', [vite, 'build', 'renderer', '--logLevel', 'warn']);
  await buildOnce(['renderer/reference'], 'dist/reference', [
    vite,
    'build',
    'renderer/reference',
    '--logLevel',
    'warn',
  ]);
}

/**
 * Compiles the server into `dist/`, as `npm run build` does: from there it starts in a third of the time that it takes
 * from its sources.
 * @returns {Promise<string>} the file of the compiled server
 */
export async function buildServer() {
  await buildOnce(serverSources, 'dist/server', [join(root, 'build/compile-for-start.ts')]);
  return join(root, 'dist/server/main.js');
}

/**
 * The command line of the compiled server, which starts in a quarter of the time that its sources take.
 * @returns {string | null} its file; null unless it was compiled from the present sources
 */
export function findBuiltCli() {
  const file = join(root, 'dist/server/cli.js');
  if (!existsSync(file)) return null;
  const files = listSources(serverSources);
  const built = readMark('dist/server');
  return built.stamp === stampOf(files) || built.contents === hashContents(files) ? file : null;
}

/**
 * Runs a build, unless its sources and packages are unchanged since the last one: the same files, which is quick to see,
 * or others with the same contents, as after a checkout. Exits when it fails.
 * @param {string[]} folders the sources
 * @param {string} outdir emptied by the build, with the mark of the last one; the mark is neither served nor packed
 * @param {string[]} words what Node runs
 */
async function buildOnce(folders, outdir, words) {
  const files = listSources(folders);
  const stamp = stampOf(files);
  const built = readMark(outdir);
  if (built.stamp === stamp) return;
  const contents = hashContents(files);
  if (built.contents !== contents) {
    const { spawnSync } = await import('node:child_process');
    const { status } = spawnSync(await pickNode(), words, { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(1);
  }
  writeFileSync(join(root, outdir, markName), `${contents} ${stamp}`);
}

/**
 * What a folder was built from; empty if it was not.
 * @param {string} outdir
 */
function readMark(outdir) {
  const mark = join(root, outdir, markName);
  const [contents, stamp] = existsSync(mark) ? readFileSync(mark, 'utf8').split(' ') : [];
  return { contents, stamp };
}

/** @param {string[]} folders */
function listSources(folders) {
  const files = folders.flatMap((folder) => listFiles(join(root, folder)));
  return [...files.sort(), join(root, 'package-lock.json'), join(root, 'package.json')];
}

/**
 * The files of a folder, without the packages of add-ons: these are many, and nothing is compiled from them.
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    // Every call of the command line lists the sources, and `join` takes as long as reading the folders.
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(path);
    return entry.isFile() ? [path] : [];
  });
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
 * A hash of names, sizes and times of the last change.
 * @param {string[]} files
 */
function stampOf(files) {
  const lines = files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}\n`;
  });
  return createHash('sha256').update(lines.join('')).digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildConsole();

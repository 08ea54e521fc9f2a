// `npm run build:console` and a part of `npm start`: builds what the program runs from, once for the same sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickNode } from './pick-node.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

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
  buildOnce(['server', 'migrations', 'build'], 'dist/server', [join(root, 'build/compile-for-start.ts')]);
  return join(root, 'dist/server/main.js');
}

/**
 * Runs a build, unless its sources and packages are unchanged since the last one. Exits when it fails.
 * @param {string[]} folders the sources
 * @param {string} outdir emptied by the build, with the mark of the last one; the mark is neither served nor packed
 * @param {string[]} words what Node runs
 */
function buildOnce(folders, outdir, words) {
  const markFile = join(root, outdir, 'built-from');
  const hash = hashSources(folders);
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === hash) return;
  const { status } = spawnSync(pickNode(), words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeFileSync(markFile, hash);
}

/** @param {string[]} folders */
function hashSources(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash('sha256');
  for (const file of [...files.sort(), join(root, 'package-lock.json'), join(root, 'package.json')]) {
    const bytes = readFileSync(file);
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildConsole();

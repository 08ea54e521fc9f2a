import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickNode } from './pick-node.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Hash of the sources from which the console was built. Not served, and deleted when a build empties the folder. */
const markFile = join(root, 'dist/renderer/built-from');

/** Builds the console into `dist/renderer`, unless its sources and packages are unchanged since the last build. */
export function buildConsole() {
  const hash = hashSources();
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === hash) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(pickNode(), [vite, 'build', 'renderer', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  writeFileSync(markFile, hash);
}

/** Hashes the console's own files; of the server it imports only types, which leave no trace in the build. */
function hashSources() {
  const inRenderer = readdirSync(join(root, 'renderer'), { recursive: true }).map((name) =>
    join('renderer', String(name)),
  );
  const files = inRenderer.filter((name) => statSync(join(root, name)).isFile());
  const hash = createHash('sha256');
  for (const name of [...files.sort(), 'package-lock.json']) {
    const bytes = readFileSync(join(root, name));
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildConsole();

import { execFileSync } from 'node:child_process';
import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What `npm ci` takes in a clone of what is committed: time, CPU, disk and the largest packages. `npm run bench:install`,
 * on Linux. Packages come from npm's cache after the first run.
 */

const root = join(import.meta.dirname, '../..');
const mostShown = 15;
const ticksPerSecond = 100;

const clone = mkdtempSync(join(tmpdir(), 'frontdesk-install-'));
try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const begun = { ms: performance.now(), cpu: cpuOfChildren() };
  execFileSync('npm', ['ci', '--prefer-offline'], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const seconds = (performance.now() - begun.ms) / 1_000;
  const cpu = cpuOfChildren() - begun.cpu;
  const sizes = measurePackages(join(clone, 'node_modules'));
  const files = sum(sizes, (size) => size.files);
  const total = megabytes(sum(sizes, (size) => size.blocks));
  const took = `${seconds.toFixed(0)} s, ${cpu.toFixed(1)} s of CPU`;
  console.log(`npm ci: ${took}, ${total} MB on disk, ${sizes.size} packages, ${files} files`);
  const largest = [...sizes].toSorted(([, one], [, other]) => other.blocks - one.blocks).slice(0, mostShown);
  for (const [name, { blocks, files }] of largest)
    console.log(`${megabytes(blocks).padStart(6)} MB  ${name}, ${files} files`);
} finally {
  rmSync(clone, { recursive: true, force: true });
}

/** Seconds of CPU of all ended child processes. */
function cpuOfChildren(): number {
  // The name of the program, in brackets, may contain blanks.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** The disk blocks and files of each package, of which those nested in it are its own. */
function measurePackages(folder: string): Map<string, { blocks: number; files: number }> {
  const sizes = new Map<string, { blocks: number; files: number }>();
  for (const path of globSync('**', { cwd: folder })) {
    const [scope = '', name = ''] = path.split('/');
    const owner = scope.startsWith('@') ? `${scope}/${name}` : scope;
    const stat = lstatSync(join(folder, path));
    const size = sizes.get(owner) ?? { blocks: 0, files: 0 };
    sizes.set(owner, { blocks: size.blocks + stat.blocks, files: size.files + (stat.isDirectory() ? 0 : 1) });
  }
  return sizes;
}

function sum<Each>(all: Map<string, Each>, of: (each: Each) => number): number {
  return [...all.values()].reduce((total, each) => total + of(each), 0);
}

/** Blocks of 512 bytes as `du -m` counts them. */
function megabytes(blocks: number): string {
  return ((blocks * 512) / 1024 ** 2).toFixed(0);
}

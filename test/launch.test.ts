import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { isNewEnough } from '../server/launch/pick-node.js';
import { RestartPolicy } from '../server/launch/restart-policy.js';
import { temporaryFolder } from './support/environment/temporary-folder.ts';

const root = join(import.meta.dirname, '..');

interface Supervised {
  launcher: ChildProcess;
  /** What was printed so far. */
  lines(): string[];
  exitCode: Promise<number | null>;
}

/** Supervises a program of a few lines of JavaScript, as npm's shell does it where `inShell`. */
function superviseProgram(code: string, inShell = false): Supervised {
  const start =
    `const { supervise } = await import('./server/launch/supervise.js');` +
    `process.exit(await supervise(process.execPath, ['--eval', ${JSON.stringify(code)}]));`;
  const { npm_lifecycle_event: _, ...env } = process.env;
  const words = [process.execPath, '--input-type=module', '--eval', start];
  const [file = '', ...rest] = inShell ? ['sh', '-c', '"$0" "$@"; exit', ...words] : words;
  const launcher = spawn(file, rest, {
    cwd: root,
    env: inShell ? { ...env, npm_lifecycle_event: 'start' } : env,
    // A group of its own, as a terminal gives one to each command.
    detached: true,
  });
  onTestFinished(() => void launcher.kill('SIGKILL'));
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const exitCode = new Promise<number | null>((resolve) => launcher.once('exit', resolve));
  return { launcher, lines: () => output.split('\n').filter(Boolean), exitCode };
}

const patience = { timeout: 25_000 };

/** Says its process id and stays; tells each signal, and ends a while after the first one. */
const staying = `
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => { console.log(signal); setTimeout(() => process.exit(0), 2_000); });
  process.on('disconnect', () => process.exit(0));
  console.log(process.pid);`;

const pidOf = async ({ lines }: Supervised): Promise<number> => {
  await expect.poll(lines, patience).toContainEqual(expect.stringMatching(/^\d+$/));
  return Number(lines().findLast((line) => /^\d+$/.test(line)));
};

test.each([0, 1, 7])('a program that exits with %d is not restarted', async (code) => {
  const supervised = superviseProgram(`console.log('here'); process.exit(${code})`);
  expect(await supervised.exitCode).toBe(code);
  expect(supervised.lines()).toEqual(['here']);
});

test('a killed program is restarted with growing delays, and given up after eight deaths in two minutes', async () => {
  const supervised = superviseProgram(`console.log('here'); process.kill(process.pid, 'SIGKILL')`);
  expect(await supervised.exitCode).toBe(1);
  expect(supervised.lines()).toEqual([
    'here',
    'Frontdesk crashed (SIGKILL) and restarts in 0.5 s',
    'here',
    'Frontdesk crashed (SIGKILL) and restarts in 1 s',
    'here',
    ...Array.from({ length: 5 }, () => ['Frontdesk crashed (SIGKILL) and restarts in 2 s', 'here']).flat(),
    'Frontdesk crashed too often (SIGKILL): it is not restarted',
  ]);
});

test('deaths more than two minutes ago do not count', () => {
  let now = 0;
  const policy = new RestartPolicy(() => now);
  expect([policy.died(), policy.died()]).toEqual([500, 1_000]);
  now = 121_000;
  const waits = Array.from({ length: 8 }, () => policy.died());
  expect(waits).toEqual([500, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000, null]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the whole group, as Ctrl-C sends it, reaches the program once',
  async (signal) => {
    const supervised = superviseProgram(staying);
    const pid = await pidOf(supervised);
    process.kill(-(supervised.launcher.pid as number), signal);
    // npm sends it a second time. The first must have been taken: signals that wait together are one.
    await expect.poll(supervised.lines, patience).toContain(signal);
    supervised.launcher.kill(signal);
    expect(await supervised.exitCode).toBe(0);
    expect(supervised.lines()).toEqual([String(pid), signal]);
  },
);

test('a launcher stopped while it waits for a restart exits', async () => {
  const supervised = superviseProgram(`process.kill(process.pid, 'SIGSEGV')`);
  await expect.poll(supervised.lines, patience).toHaveLength(2);
  supervised.launcher.kill('SIGTERM');
  expect(await supervised.exitCode).toBe(0);
});

test('a program that ignores the signal is eventually killed', async () => {
  const supervised = superviseProgram(
    `process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1e6)`,
  );
  const pid = await pidOf(supervised);
  supervised.launcher.kill('SIGTERM');
  expect(await supervised.exitCode).toBe(1);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('the program exits when the launcher is killed', async () => {
  const supervised = superviseProgram(staying);
  const pid = await pidOf(supervised);
  supervised.launcher.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), patience).toBe(false);
});

test('the program exits when npm and its shell are killed, which forward no signal', async () => {
  const supervised = superviseProgram(staying, true);
  const pid = await pidOf(supervised);
  supervised.launcher.kill('SIGTERM');
  await expect.poll(() => isAlive(pid), patience).toBe(false);
});

test('Frontdesk runs on Node 22.19, 24 or newer', () => {
  const versions = ['v18.20.8', 'v20.20.2', 'v22.18.0', 'v22.19.0', 'v22.23.3', 'v23.11.1', 'v24.0.0', 'v26.10.0', ''];
  expect(versions.filter(isNewEnough)).toEqual(['v22.19.0', 'v22.23.3', 'v24.0.0', 'v26.10.0']);
});

test.each([
  ['v20.20.2', false],
  ['v22.19.0', true],
])('the Node that npm runs on takes precedence over the PATH: %s', async (version, isTaken) => {
  const own = join(await temporaryFolder(), 'node');
  await writeFile(own, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  const code = `console.log(await (await import('./server/launch/pick-node.js')).pickNode())`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, npm_node_execpath: own },
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(isTaken ? own : process.execPath);
});

test('an add-on is installed whole and without scripts, keeps what is used, and follows its lockfile', async () => {
  const place = await temporaryFolder();
  await cp(join(root, 'server/launch'), join(place, 'server/launch'), { recursive: true });
  const addon = join(place, 'addons/tiny');
  const has = (file: string) => existsSync(join(addon, 'node_modules', file));
  await mkdir(join(addon, 'thing'), { recursive: true });
  const write = (name: string, content: object) => writeFile(join(addon, name), JSON.stringify(content));
  const manifest = {
    name: 'tiny',
    dependencies: { thing: 'file:thing' },
    keep: { thing: ['package.json', 'used.js'] },
  };
  const locked = { version: '1.0.0', resolved: 'file:thing', hasInstallScript: true };
  const lock = { name: 'tiny', lockfileVersion: 3, packages: { '': manifest, 'node_modules/thing': locked } };
  await write('package.json', manifest);
  await write('package-lock.json', lock);
  const scripts = { install: 'touch ran', prepare: 'touch ran' };
  await write('thing/package.json', { name: 'thing', version: '1.0.0', scripts });
  for (const file of ['used.js', 'unused.js']) await writeFile(join(addon, 'thing', file), '');
  const install = () =>
    spawnSync(process.execPath, [join(place, 'server/launch/addons.js'), 'addons/tiny'], { encoding: 'utf8' });

  expect(install()).toMatchObject({ status: 0, stderr: 'Installing the packages of addons/tiny\n' });
  expect(await readdir(join(addon, 'node_modules/thing'))).toEqual(['package.json', 'used.js']);
  expect(install()).toMatchObject({ status: 0, stderr: '' });

  // It no longer fits its manifest, so npm refuses: the one that is there stays.
  await write('package.json', { ...manifest, dependencies: { thing: 'file:thing', other: '1.0.0' } });
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm could not install it') });
  expect(has('thing/used.js')).toBe(true);

  await write('package.json', { ...manifest, keep: { thing: ['unused.js'] } });
  expect(install().status).toBe(0);
  expect(await readdir(join(addon, 'node_modules/thing'))).toEqual(['unused.js']);
  expect((await readdir(place)).sort()).toEqual(['addons', 'server']);
});

test('a tool runs on the picked Node, and its exit code is returned', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['server/launch/run.js', ...words], { cwd: root, encoding: 'utf8' });
  expect(run('tsc', '--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Version \d/) });
  expect(run('node', '--eval', 'process.exit(7)').status).toBe(7);
  expect(run('no-such-tool')).toMatchObject({ status: 1, stderr: expect.stringContaining('no-such-tool') });
});

test('every script goes through the launcher, since npm versions put different Nodes on the PATH', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = Object.values<string>(scripts).flatMap((script) => script.split(' && '));
  expect(commands.filter((command) => !/^(node server\/launch\/[\w-]+\.js|npm run)\b/.test(command))).toEqual([]);
});

test('the server starts with these packages alone, and loads the others when it first needs them', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server/main.ts'],
    outdir: 'dist/not-written',
    write: false,
    metafile: true,
    bundle: true,
    packages: 'external',
    splitting: true,
    format: 'esm',
    platform: 'node',
  });
  const packages = new Set<string>();
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement' || path.startsWith('node:')) continue;
      if (external) packages.add(path);
      else follow(path);
    }
  };
  follow('dist/not-written/main.js');
  expect([...packages].sort()).toEqual([
    '@fastify/busboy',
    'better-sqlite3',
    'country-to-currency',
    'csv-stringify/sync',
    'express',
    'fractional-indexing',
    'ipaddr.js',
    'kysely',
    'libphonenumber-js/max',
    'node-cron',
    'pino',
    're2js',
    'snowball-stemmers',
    'sqlite-vec',
    'standardwebhooks',
    'temporal-polyfill',
    'typeid-js',
    'yazl',
    'zod',
  ]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

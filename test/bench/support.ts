import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '../../server/launch/build-once.js';
import { compileCache, nodeOptions } from '../../server/launch/node-options.js';
import { makeHome } from '../support/server/make-home.ts';

const root = new URL('../../', import.meta.url).pathname;
export const resultsFile = join(root, 'bench-results.json');

/** Whether processes can be pinned to a core; if not, server and load share both, and the results say so. */
const canPin = ((): boolean => {
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' });
    return cpus().length > 1;
  } catch {
    return false;
  }
})();

let isPinned = false;

/** Pins this process, which generates the load, to the second core and servers started later to the first. */
export function pinLoadGenerator(): void {
  if (!canPin) return;
  execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
  isPinned = true;
}

/** The command that starts a server on its core. */
export const pinServer = (command: string[]): string[] => (isPinned ? ['taskset', '-c', '0', ...command] : command);

export interface RunningServer {
  url: string;
  process: ChildProcess;
  /** Milliseconds from the spawn to the ready line. */
  readyMs: number;
  stop(): Promise<void>;
}

/** Runs Node with `words`, and waits for a line of stdout that contains an address. */
export async function startServer(words: string[], env: Record<string, string> = {}): Promise<RunningServer> {
  const [file = '', ...rest] = pinServer([process.execPath, ...words]);
  const startedAt = performance.now();
  const child = spawn(file, rest, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const match = /ready at (http:\S+)/.exec(text);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', (code) => reject(new Error(`${words.join(' ')} ended with ${code}`)));
  });
  const readyMs = performance.now() - startedAt;
  return {
    url,
    process: child,
    readyMs,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** The environment of a server of a bench on a data folder: any free port, quiet, without a rate limit. */
export const benchEnvironment = (home: string) => ({
  FRONTDESK_HOME: home,
  FRONTDESK_PORT: '0',
  FRONTDESK_LOG: 'error',
  FRONTDESK_RATE_LIMIT: 'off',
});

/** Starts the compiled server as `npm start` does, without its supervisor. */
export const startFrontdesk = (home: string, env: Record<string, string> = {}): Promise<RunningServer> =>
  startServer([...nodeOptions, buildServer()], {
    ...benchEnvironment(home),
    ...compileCache(join(root, 'dist/compile-cache')),
    FRONTDESK_OUTBOUND_ALLOW: '*',
    ...env,
  });

/** Runs the CLI on a data folder, creating it if missing; returns its JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is the command's own
export async function cli(home: string, ...args: string[]): Promise<any> {
  await makeHome(home);
  const env = { ...process.env, FRONTDESK_HOME: home };
  return JSON.parse(
    execFileSync(process.execPath, [join(root, 'server/cli.ts'), ...args, '--json'], { env }).toString(),
  );
}

export async function withTemporaryHome<T>(run: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(process.env.BENCH_TMP ?? tmpdir(), 'frontdesk-bench-'));
  try {
    return await run(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Sends one request at a time, by a key or with headers; returns their durations in milliseconds. */
export async function timeEach(
  url: string,
  caller: string | Record<string, string>,
  paths: string[],
): Promise<number[]> {
  const headers = typeof caller === 'string' ? { authorization: `Bearer ${caller}` } : caller;
  const times: number[] = [];
  for (const path of paths) {
    const startedAt = performance.now();
    const response = await fetch(url + path, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Writes a section of the results, with the machine, beside those of other benchmarks. */
export function writeResults(section: string, figures: object): void {
  const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    pinned: isPinned,
    at: new Date().toISOString(),
  };
  results[section] = { machine, ...figures };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\n${section}`);
  console.table(figures);
}

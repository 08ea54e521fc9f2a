import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '../../server/launch/build-once.js';
import { compileCache, nodeOptions } from '../../server/launch/node-options.js';
import { makeHome } from '../support/server/make-home.ts';

const root = new URL('../../', import.meta.url).pathname;
const resultsFile = join(root, 'bench-results.json');

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

/** Returns the address in the line of stdout that says that a server is ready; throws if the process ends before. */
export const waitUntilReady = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const match = /ready at (http:\S+)/.exec(text);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)));
  });

/** Runs Node with `words` until it is ready. */
export async function startServer(words: string[], env: Record<string, string> = {}): Promise<RunningServer> {
  const [file = '', ...rest] = pinServer([process.execPath, ...words]);
  const startedAt = performance.now();
  const child = spawn(file, rest, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await waitUntilReady(child);
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
export const startFrontdesk = async (home: string, env: Record<string, string> = {}): Promise<RunningServer> =>
  startServer([...nodeOptions, await buildServer()], {
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

/** How long the main thread of a process has waited for a core while it could run, in all; Linux only. */
export function waitedMs(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}

/**
 * Like `timeEach`, without how long the server or this process waited for a core during each request: on a shared machine
 * those waits make up most of the slowest requests.
 */
export async function timeEachAtWork(
  { url, process: { pid } }: RunningServer,
  caller: string,
  paths: string[],
): Promise<{ ms: number[]; atWorkMs: number[] }> {
  const waited = (): number => waitedMs(pid) + waitedMs(process.pid);
  const [ms, atWorkMs]: [number[], number[]] = [[], []];
  for (const path of paths) {
    const before = waited();
    const [took = Number.NaN] = await timeEach(url, caller, [path]);
    ms.push(took);
    atWorkMs.push(took - (waited() - before));
  }
  return { ms, atWorkMs };
}

export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** A figure that is held to a goal. */
export interface Goal {
  value: number;
  /** `≤ 10` or `≥ 0.5`. */
  goal: string;
  met: boolean;
}

export type Figure = number | string | Goal;

export const atMost = (value: number, limit: number): Goal => ({ value, goal: `≤ ${limit}`, met: value <= limit });

export const atLeast = (value: number, limit: number): Goal => ({ value, goal: `≥ ${limit}`, met: value >= limit });

/** The group of figures of many durations; the upper quantile has the goal, if there is one. */
export function summarize(timesMs: number[], percentile: 95 | 99, limitMs?: number): Record<string, Figure> {
  const upper = round(quantile(timesMs, percentile / 100));
  return {
    count: timesMs.length,
    'p50 ms': round(median(timesMs)),
    [`p${percentile} ms`]: limitMs === undefined ? upper : atMost(upper, limitMs),
  };
}

interface Section {
  at: string;
  /** Whether server and load had a core each. */
  pinned: boolean;
  /** Figures and groups of figures. */
  figures: Record<string, Figure | object>;
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};

/** The sections on disk; none if they were measured on another machine, because one table is one machine. */
function readSections(): Record<string, Section> {
  if (!existsSync(resultsFile)) return {};
  const results = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const isSame = (['cpu', 'cores', 'node'] as const).every((key) => results.machine?.[key] === machine[key]);
  return isSame ? results.sections : {};
}

const isGoal = (figure: object): figure is Goal => 'met' in figure;

/** A figure as it is printed; of a group, each of its figures. */
function show(figure: Figure | object): unknown {
  if (typeof figure !== 'object') return figure;
  if (isGoal(figure)) return `${figure.value} (goal ${figure.goal}, ${figure.met ? 'met' : 'MISSED'})`;
  return Object.fromEntries(Object.entries(figure).map(([name, one]) => [name, show(one)]));
}

/** Writes a section of the results beside those of other benchmarks, and prints it. */
export function writeResults(name: string, figures: Section['figures']): void {
  const sections = { ...readSections(), [name]: { at: new Date().toISOString(), pinned: isPinned, figures } };
  const sorted = Object.fromEntries(Object.entries(sections).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(resultsFile, `${JSON.stringify({ machine, sections: sorted }, null, 2)}\n`);
  console.log(`\n${name}`);
  console.table(show(figures));
}

/** Lines that name the figures which missed their goal, of the sections written since a time (UTC text). */
export function listMissed(since: string): string[] {
  // NaN is null in JSON.
  const missed = (path: string, figure: Figure | object | null): string[] => {
    if (typeof figure !== 'object' || figure === null) return [];
    if (isGoal(figure)) return figure.met ? [] : [`${path}: ${show(figure)}`];
    return Object.entries(figure).flatMap(([name, one]) => missed(`${path}, ${name}`, one));
  };
  const written = Object.entries(readSections()).filter(([, { at }]) => at >= since);
  return written.flatMap(([name, { figures }]) => missed(name, figures));
}

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { type Mutation, mutations } from './mutations.ts';

/**
 * Shows that each suite fails when its guard is removed: removes one guard after another from a copy of the program and
 * runs the suite that should notice. `npm run test:mutations [WORD…]` selects mutations that contain one of the words.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const resultsFile = join(root, 'mutations-results.json');
const mostMs = 5 * 60_000;
/** A run with a guard removed may take this many times as long as the run with all guards, but no less than `leastMs`. */
const patience = 4;
const leastMs = 60_000;
const notCopied = new Set(['node_modules', '.git', 'dist', 'release', 'data']);

/** `skipped`: the suite cannot run on this machine. `no verdict`: no test ran. `stale`: `find` does not occur once. */
type Verdict = 'caught' | 'SURVIVED' | 'skipped' | 'no verdict' | 'stale';

interface Shown {
  guard: string;
  file: string;
  suite: string;
  verdict: Verdict;
  seconds: number;
  /** The first line of the first failure, which shows that it was caught for the right reason. */
  seen: string;
}

interface Outcome {
  failed: { name: string; message: string }[];
  passed: string[];
  skipped: string[];
}

/** A run of vitest. Mutations of the same suite and environment share the run that shows it green. */
type Run = Pick<Mutation, 'suite' | 'env'> & { titles: string[] };

const copy = mkdtempSync(join(tmpdir(), 'frontdesk-mutations-'));
let running: ChildProcess | null = null;

/** Kills the process group of vitest, including its servers and workers. */
function endRunning(): void {
  if (running?.pid === undefined) return;
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
}

function cleanUp(): void {
  endRunning();
  rmSync(copy, { recursive: true, force: true });
}

function makeCopy(): void {
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !notCopied.has(basename(path)) });
  for (const packages of globSync('{.,test,build/addons/*}/node_modules', { cwd: root })) {
    symlinkSync(join(root, packages), join(copy, packages), 'junction');
  }
}

function configOf(suite: string): string {
  const own = join(dirname(suite), 'vitest.config.ts');
  return existsSync(join(root, own)) ? own : 'vitest.config.ts';
}

/** Vitest filters test names by a pattern. */
const toPattern = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Runs the tests of a suite whose names contain one of the titles, or all. Returns null if it reports nothing, and
 * `endless` if it is ended after `limitMs`.
 */
async function runSuite({ suite, titles, env }: Run, limitMs = mostMs): Promise<Outcome | 'endless' | null> {
  const report = join(copy, 'mutation-report.json');
  rmSync(report, { force: true });
  const filter = titles.length > 0 ? ['-t', titles.map(toPattern).join('|')] : [];
  const words = ['run', suite, '--config', configOf(suite), ...filter, '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: copy,
    // Retries, as in CI, would only take longer.
    env: { ...process.env, ...env, CI: '' },
    stdio: 'ignore',
    detached: true,
  });
  running = child;
  let isEndless = false;
  const limit = setTimeout(() => {
    isEndless = true;
    endRunning();
  }, limitMs);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  endRunning();
  running = null;
  if (isEndless) return 'endless';
  return existsSync(report) ? readReport(report) : null;
}

interface Report {
  testResults: {
    assertionResults: { fullName: string; status: string; duration?: number; failureMessages?: string[] }[];
  }[];
}

function readReport(file: string): Outcome {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) => tests.filter((one) => one.status === status);
  return {
    failed: named('failed').map(({ fullName: name, failureMessages = [] }) => ({
      name,
      message: failureMessages[0] ?? '',
    })),
    passed: named('passed').map(({ fullName }) => fullName),
    // Tests excluded by the titles never started.
    skipped: named('skipped')
      .filter(({ duration }) => duration !== undefined)
      .map(({ fullName }) => fullName),
  };
}

/** Why the unchanged program does not pass this suite; null when it does, `skipped` when it cannot run here. */
async function findFaultOf(run: Run): Promise<string | null> {
  const outcome = await runSuite(run);
  if (outcome === null || outcome === 'endless') return 'vitest reported nothing';
  if (outcome.failed.length > 0) return `${outcome.failed[0]?.name}: ${firstLine(outcome.failed[0]?.message)}`;
  const isIn = (names: string[]) => (title: string) => names.some((name) => name.includes(title));
  const wanted = run.titles.length > 0 ? run.titles : [''];
  const unseen = wanted.filter((title) => !isIn(outcome.passed)(title));
  if (unseen.length === 0) return null;
  return unseen.every(isIn(outcome.skipped)) ? 'skipped' : `no test is named ${unseen[0]}`;
}

const firstLine = (text = ''): string => text.split('\n', 1)[0]?.slice(0, 200) ?? '';

/** Removes the guard, runs the suite for `limitMs` at most, restores the guard. */
async function judge(
  { file, find, replace, suite, title, env }: Mutation,
  limitMs: number,
): Promise<{ verdict: Verdict; seen: string }> {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const count = text.split(find).length - 1;
  if (count !== 1) return { verdict: 'stale', seen: `the text occurs ${count} times` };
  const mutated = text.replace(find, () => replace);
  // A server that does not start would fail any test, which shows nothing.
  if (file.endsWith('.ts')) transformSync(mutated, { loader: 'ts' });
  writeFileSync(path, mutated);
  try {
    const outcome = await runSuite({ suite, env, titles: title ? [title] : [] }, limitMs);
    // Its tests end with all guards, and would be ended as too long.
    if (outcome === 'endless') return { verdict: 'caught', seen: `it does not end within ${limitMs / 1_000} s` };
    if (outcome && outcome.failed.length > 0) return { verdict: 'caught', seen: firstLine(outcome.failed[0]?.message) };
    return { verdict: outcome && outcome.passed.length > 0 ? 'SURVIVED' : 'no verdict', seen: '' };
  } finally {
    writeFileSync(path, text);
  }
}

const keyOf = ({ suite, env }: Pick<Mutation, 'suite' | 'env'>): string => JSON.stringify([suite, env]);

/** A suite with all guards. */
interface Unchanged {
  /** Null when it is green. */
  fault: string | null;
  tookMs: number;
}

/** Runs every suite unchanged; returns the results by `keyOf`. */
async function showGreen(wanted: Mutation[]): Promise<Map<string, Unchanged>> {
  const results = new Map<string, Unchanged>();
  for (const [key, group] of Map.groupBy(wanted, keyOf)) {
    const { suite, env } = group[0] as Mutation;
    const titles = group.some(({ title }) => title === undefined) ? [] : group.map(({ title }) => title as string);
    const startedAt = performance.now();
    const fault = await findFaultOf({ suite, env, titles: [...new Set(titles)] });
    console.log(`${fault ?? 'green'}  ${suite}`);
    results.set(key, { fault, tookMs: performance.now() - startedAt });
  }
  return results;
}

async function showAll(wanted: Mutation[]): Promise<Shown[]> {
  const green = await showGreen(wanted);
  const shown: Shown[] = [];
  for (const mutation of wanted) {
    const { guard, file, suite } = mutation;
    const startedAt = performance.now();
    const { fault, tookMs } = green.get(keyOf(mutation)) as Unchanged;
    const limitMs = Math.min(mostMs, Math.max(leastMs, Math.ceil(tookMs / 1_000) * 1_000 * patience));
    const verdict = fault === 'skipped' ? 'skipped' : 'no verdict';
    const result = fault === null ? await judge(mutation, limitMs) : { verdict: verdict as Verdict, seen: fault };
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    shown.push({ guard, file, suite, seconds, ...result });
    console.log(`${result.verdict}  ${guard} (${seconds} s)  ${result.seen}`);
  }
  return shown;
}

const words = process.argv.slice(2);
const isWanted = (mutation: Mutation) => words.some((word) => JSON.stringify(mutation).includes(word));
const wanted = words.length > 0 ? mutations.filter(isWanted) : mutations;
process.on('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
makeCopy();
const shown = await showAll(wanted);
const at = new Date().toISOString();
writeFileSync(resultsFile, `${JSON.stringify({ at, node: process.version, shown }, null, 2)}\n`);
console.table(shown.map(({ guard, file, suite, verdict, seconds }) => ({ guard, file, suite, verdict, seconds })));
const bad = shown.filter(({ verdict }) => verdict !== 'caught' && verdict !== 'skipped');
console.log(`${shown.length} guards removed, ${shown.filter(({ verdict }) => verdict === 'caught').length} noticed`);
process.exitCode = bad.length > 0 || shown.length === 0 ? 1 : 0;

/**
 * Runs `npm test` so many times in a row, the last `--busy` of them beside two processes that spin, and stops at the
 * first run that fails: `npm run test:repeat -- 10 --busy 2`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const neighbours = 2;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { busy: { type: 'string' } } });
const runs = readCount(positionals[0] ?? '10');
const busyRuns = readCount(values.busy ?? '0');

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-repeat-'));
const report = join(folder, 'report.json');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const memoryGb = Math.round(totalmem() / 1024 ** 3);
console.log(
  `${cpus()[0]?.model} × ${cpus().length}, ${memoryGb} GB, ${process.platform} ${release()}, Node ${process.version}`,
);
console.log('run | neighbours | load before | duration | passed | failed | skipped');
for (let run = 1; run <= runs; run++) {
  const isBusy = run > runs - busyRuns;
  const load = loadavg()[0]?.toFixed(1);
  const spinning = isBusy ? Array.from({ length: neighbours }, spin) : [];
  const startedAt = performance.now();
  const { code, output } = await runTests();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  for (const child of spinning) child.kill('SIGKILL');
  const { passed, failed, skipped } = readReport();
  const duration = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  console.log([run, spinning.length, load, duration, passed, failed, skipped].join(' | '));
  if (code !== 0) {
    console.log(`${output.slice(-20_000)}\nRun ${run} ended with ${code}`);
    process.exit(1);
  }
}

function readCount(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  console.error(
    'Usage: npm run test:repeat -- <runs> [--busy <how many of them, the last ones, beside a busy neighbour>]',
  );
  process.exit(2);
}

/** A process that spins, and ends with this one. */
function spin(): ChildProcess {
  const code = 'const parent = process.ppid; while (process.ppid === parent);';
  return spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
}

function runTests(): Promise<{ code: number | null; output: string }> {
  rmSync(report, { force: true });
  const words = ['test', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // On Windows npm is a script, which only a shell starts.
  const child = spawn('npm', words, { shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** What the run told; a run that ended before its tests has told nothing. */
function readReport(): { passed: string; failed: string; skipped: string } {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: '–', failed: '–', skipped: '–' };
  }
}

import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readLeft } from '../../server/platform/running/running-board.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';

/** Long enough for a heartbeat at least at every other look. */
const patienceMs = 3_000;
const longMs = 300_000;
const file = (name: string) => JSON.stringify(new URL(`../../server/platform/${name}`, import.meta.url).href);

/** A process under a watchdog that blocks its event loop in an item of this kind. */
async function hold(kind: string, loop: string) {
  const home = await temporaryFolder();
  const program = `
    import { startWatchdog } from ${file('running/watchdog.ts')};
    import { Running } from ${file('running/running.ts')};
    import { noteProgress } from ${file('running/item-run.ts')};
    const suspects = { hasDied: () => false, clear() {} };
    const running = new Running(${JSON.stringify(home)}, suspects);
    startWatchdog(running.board, ${patienceMs}, { error() {} });
    const work = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };
    // The watchdog starts with the first heartbeat that it sees.
    setTimeout(() => running.during({ kind: '${kind}', key: 'op key' }, async () => { ${loop} })
      .then(() => { console.log('done'); setTimeout(() => process.exit(0), 1_000); }), 2_000);`;
  const programFile = join(await temporaryFolder(), 'program.mjs');
  await writeFile(programFile, program);
  const child = spawn(process.execPath, [programFile]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)));
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  return { home, signal, stdout, lines: lines.map((line) => JSON.parse(line)) };
}

test(
  'a loop that neither turns nor advances is killed, and its item recorded',
  async () => {
    const { home, signal, lines } = await hold('job', 'for (;;);');
    expect(signal).toBe('SIGKILL');
    expect(lines.at(-1)).toMatchObject({ running: ['job op key'], msg: 'the server hangs and is killed' });
    expect(readLeft(home)).toMatchObject({ hungAt: expect.any(Number), entries: [{ kind: 'job', key: 'op key' }] });
  },
  longMs,
);

test(
  'a request that holds the loop has three times the patience, and is killed after that',
  async () => {
    const { home, signal, lines } = await hold('request', 'for (;;);');
    expect(signal).toBe('SIGKILL');
    expect(lines.map(({ msg }) => msg)).toEqual([
      'the server is slow: it is not killed yet',
      'the server hangs and is killed',
    ]);
    expect(lines.at(-1).heldMs).toBeGreaterThanOrEqual(3 * patienceMs);
    expect(readLeft(home)?.entries).toMatchObject([{ kind: 'request', key: 'op key' }]);
  },
  longMs,
);

test(
  'a slow request goes on, and the log names it and how long it held the loop',
  async () => {
    const { home, signal, stdout, lines } = await hold('request', `work(${2 * patienceMs});`);
    expect([signal, stdout]).toEqual([null, 'done\n']);
    expect(lines.at(-1)).toMatchObject({ level: 40, running: ['request op key'], msg: 'the event loop was held up' });
    expect(lines.at(-1).heldMs).toBeGreaterThan(patienceMs);
    expect(readLeft(home)?.entries).toEqual([]);
  },
  longMs,
);

test(
  'work that advances has six times the patience, whatever its kind, and no more',
  async () => {
    // The loop ends, so that the test also ends under a watchdog without a limit.
    const long = `for (const end = performance.now() + ${40 * patienceMs}; performance.now() < end; noteProgress()) work(1);`;
    const { signal, lines } = await hold('job', long);
    expect(signal).toBe('SIGKILL');
    expect(lines.at(-1).heldMs).toBeGreaterThanOrEqual(6 * patienceMs);
  },
  longMs,
);

test(
  'many short requests in a row that never let the loop turn are slow, not dead',
  async () => {
    const many = `for (let one = 0; one < 40; one++) await running.during({ kind: 'request', key: 'eval ' + one }, async () => work(${patienceMs / 10}));`;
    const { signal, stdout } = await hold('job', many);
    expect([signal, stdout]).toEqual([null, 'done\n']);
  },
  longMs,
);

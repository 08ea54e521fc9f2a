import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFromWorker, runInWorker } from '../../server/platform/running/workers.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';

const program = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const limits = { timeoutMs: 120_000, heapMb: 32, buffersMb: 32 };
const countWorkers = (): number => (process.report.getReport() as unknown as { workers: unknown[] }).workers.length;

test('returns the result of a worker and ends its thread', async () => {
  const code = 'import { parentPort, workerData } from "node:worker_threads"; parentPort.postMessage(workerData * 2);';
  expect(await runInWorker(program(code), 21, limits)).toBe(42);
  expect(countWorkers()).toBe(0);
});

test.each([
  ['time', 'for (;;);', { ...limits, timeoutMs: 300 }, { limit: 'time' }],
  [
    'heap',
    'const all = []; while (all.length < 3e6) all.push({ a: [1, 2, 3] }); for (;;);',
    limits,
    { limit: 'memory' },
  ],
  [
    'buffers',
    'const all = []; for (let i = 0; i < 100; i++) all.push(Buffer.alloc(1e6)); for (;;);',
    limits,
    { limit: 'memory' },
  ],
  ['its own error', 'throw new Error("broken");', limits, { message: 'broken' }],
  ['an end without a result', '', limits, { message: 'The worker ended without a result' }],
])('ends a worker by %s', async (_name, code, given, error) => {
  await expect(runInWorker(program(code), null, given)).rejects.toMatchObject(error);
  expect(countWorkers()).toBe(0);
});

test('terminates only the worker when one allocation far exceeds its limit', () => {
  const code = 'globalThis.text = JSON.stringify("x".repeat(2e8)); for (;;);';
  const script = `
    import { runInWorker } from ${JSON.stringify(new URL('../../server/platform/running/workers.ts', import.meta.url).href)};
    const limits = ${JSON.stringify(limits)};
    const ended = runInWorker(new URL(${JSON.stringify(program(code).href)}), null, limits);
    // Nobody can watch it as it grows.
    for (const until = Date.now() + 3_000; Date.now() < until; );
    await ended.catch(({ limit }) => console.log(limit));`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect([status, String(stdout)]).toEqual([0, 'memory\n']);
});

test('terminates a worker when its caller aborts', async () => {
  const controller = new AbortController();
  const running = runInWorker(program('for (;;);'), null, { ...limits, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 50);
  await expect(running).rejects.toThrow('enough');
  await expect(runInWorker(program('for (;;);'), null, { ...limits, signal: controller.signal })).rejects.toThrow(
    'enough',
  );
  expect(countWorkers()).toBe(0);
});

test('a thread that loads an add-on is terminated only once it is loaded', async () => {
  const lock = JSON.stringify(new URL('../../server/platform/running/addon-lock.ts', import.meta.url).href);
  const log = join(await temporaryFolder(), 'log');
  const code = `import { appendFileSync } from 'node:fs';
    import { loadInThread } from ${lock};
    import { parentPort } from 'node:worker_threads';
    loadInThread(() => {
      parentPort.postMessage('loading');
      const until = Date.now() + 500;
      while (Date.now() < until);
      appendFileSync(${JSON.stringify(log)}, 'loaded');
    });
    for (;;);`;
  expect(await runInWorker(program(code), null, limits)).toBe('loading');
  expect(await readFile(log, 'utf8')).toBe('loaded');
  expect(countWorkers()).toBe(0);
});

/** Writes a line when it begins, another when it ends: `after` another has, if it is given one. */
const logging = (log: string): URL =>
  program(`import { appendFileSync, readFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { parentPort, workerData } from 'node:worker_threads';
    const { name, after } = workerData;
    const log = ${JSON.stringify(log)};
    appendFileSync(log, 'begin ' + name + '\\n');
    while (after && !readFileSync(log, 'utf8').includes('end ' + after)) await sleep(5);
    appendFileSync(log, 'end ' + name + '\\n');
    parentPort.postMessage(name);`);

test('runs two workers of a kind at a time and the others in order of arrival', async () => {
  const log = join(await temporaryFolder(), 'log');
  const names = ['a', 'b', 'c', 'd', 'e'];
  const kind = logging(log);
  const run = (name: string) => runInWorker(kind, { name, after: name === 'b' ? 'e' : null }, limits);
  expect(await Promise.all(names.map(run))).toEqual(names);
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  const besideB = lines.filter((line) => !line.endsWith('b'));
  expect(besideB).toEqual(['a', 'c', 'd', 'e'].flatMap((name) => [`begin ${name}`, `end ${name}`]));
});

test('a waiting worker can be aborted, and its timeout starts with its slot', async () => {
  const kind = program(
    'import { parentPort, workerData } from "node:worker_threads"; setTimeout(() => parentPort.postMessage(1), workerData);',
  );
  const held = [runInWorker(kind, 6_000, limits), runInWorker(kind, 6_000, limits)];
  const controller = new AbortController();
  const givenUp = runInWorker(kind, 0, { ...limits, signal: controller.signal });
  const waited = runInWorker(kind, 0, { ...limits, timeoutMs: 5_900 });
  controller.abort(new Error('enough'));
  await expect(givenUp).rejects.toThrow('enough');
  expect(await Promise.all([...held, waited])).toEqual([1, 1, 1]);
  expect(countWorkers()).toBe(0);
});

test('a waiting kind does not delay others, and too many waiting workers are refused', async () => {
  const kind = program('for (;;);');
  const controller = new AbortController();
  const all = Array.from({ length: 53 }, () => runInWorker(kind, null, { ...limits, signal: controller.signal }));
  await expect(all[52]).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  const other = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage(7);';
  expect(await runInWorker(program(other), null, limits)).toBe(7);
  controller.abort(new Error('enough'));
  expect((await Promise.allSettled(all)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(countWorkers()).toBe(0);
});

test('a reader that stops early releases its slot', async () => {
  const code = `import { serveParts } from ${JSON.stringify(new URL('../../server/platform/running/workers.ts', import.meta.url).href)};
    serveParts([{ n: 1 }, { n: 2 }].values());`;
  const kind = program(code);
  for (let round = 0; round < 4; round++) {
    for await (const part of readFromWorker<{ n: number }>(kind, null)) {
      expect(part.n).toBe(1);
      break;
    }
  }
  expect(countWorkers()).toBe(0);
});

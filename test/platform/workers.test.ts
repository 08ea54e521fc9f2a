import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runInWorker } from '../../server/platform/workers.ts';

const program = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const limits = { timeoutMs: 120_000, heapMb: 32, buffersMb: 32 };
const countWorkers = (): number => (process.report.getReport() as unknown as { workers: unknown[] }).workers.length;

test('gives the one result of a worker, and the thread is gone', async () => {
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

test('ends a worker alone, not the process, when one allocation goes far past its limit', () => {
  const code = 'const all = new Map(); for (let i = 0; i < 9e6; i++) all.set(i, {}); for (;;);';
  const script = `
    import { runInWorker } from ${JSON.stringify(new URL('../../server/platform/workers.ts', import.meta.url).href)};
    const limits = ${JSON.stringify({ ...limits, heapMb: 256, timeoutMs: 120_000 })};
    const ended = runInWorker(new URL(${JSON.stringify(program(code).href)}), null, limits);
    // Nobody can watch it as it grows.
    for (const until = Date.now() + 3_000; Date.now() < until; );
    await ended.catch(({ limit }) => console.log(limit));`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect([status, String(stdout)]).toEqual([0, 'memory\n']);
});

test('ends a worker when its caller gives up', async () => {
  const controller = new AbortController();
  const running = runInWorker(program('for (;;);'), null, { ...limits, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 50);
  await expect(running).rejects.toThrow('enough');
  await expect(runInWorker(program('for (;;);'), null, { ...limits, signal: controller.signal })).rejects.toThrow(
    'enough',
  );
  expect(countWorkers()).toBe(0);
});

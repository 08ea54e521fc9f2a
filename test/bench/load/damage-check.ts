import { statSync } from 'node:fs';
import { Database } from '../../../server/platform/database/database.ts';
import { leastPauseMs, pausePerCheck } from '../../../server/platform/database/database-health.ts';
import { runInWorker, workerFile } from '../../../server/platform/running/workers.ts';
import { prepareShop } from '../shop.ts';
import { median, round, withTemporaryHome, writeResults } from '../support.ts';

/** Measures the cost of the damage check in one shop: the thread that reads all pages, and the pause after it. */
const rounds = 5;
const limits = { timeoutMs: 600_000, heapMb: 64, buffersMb: 64 };
const worker = workerFile(
  import.meta.resolve('../../../server/platform/database/database-health.ts'),
  'database-check.worker',
);

await withTemporaryHome(async (home) => {
  const { file } = await prepareShop(home, 10_000, 10);
  const database = new Database(file);
  database.checkpoint();
  await database.close();
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let turn = 0; turn < rounds; turn++) {
    const startedAt = performance.now();
    await runInWorker(worker, { file }, limits);
    times.push(performance.now() - startedAt);
  }
  const cpu = process.cpuUsage(before);
  const cpuMs = (cpu.user + cpu.system) / 1_000 / rounds;
  const tookMs = median(times);
  const pauseMs = Math.max(leastPauseMs, pausePerCheck * tookMs);
  writeResults('damage check', {
    'database, MB': round(statSync(file).size / 1_000_000),
    'one check, ms': round(tookMs),
    'one check, ms of CPU': round(cpuMs),
    'share of a core, %': round((100 * cpuMs) / (tookMs + pauseMs)),
    'longest time until damage is found, s': round((2 * tookMs + pauseMs) / 1_000),
  });
});

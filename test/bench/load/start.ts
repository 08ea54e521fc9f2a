import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareShop } from '../shop.ts';
import { median, round, startFrontdesk, withTemporaryHome, writeResults } from '../support.ts';

/** Time from the spawn to the ready line on a shop with a history, and memory ten seconds later. */
const rounds = 5;

await withTemporaryHome(async (home) => {
  await prepareShop(home, 10_000, 5);
  const ready: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startFrontdesk(home);
    ready.push(server.readyMs);
    if (round === 0) await sleep(10_000);
    memory.push(residentMiB(server.process.pid ?? 0));
    await server.stop();
  }
  writeResults('start', {
    'start to ready, ms (goal 1000)': round(median(ready), 0),
    'idle memory after 10 s, MiB (goal 150)': round(memory[0] ?? Number.NaN, 0),
  });
});

/** Proportional set size of the process that `taskset` became; Linux only. */
function residentMiB(pid: number): number {
  const line = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

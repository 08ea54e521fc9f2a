import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareShop } from '../shop.ts';
import {
  atMost,
  median,
  round,
  startFrontdesk,
  startServer,
  waitUntilReady,
  withTemporaryHome,
  writeResults,
} from '../support.ts';

/**
 * Time from the spawn to the ready line on a shop with a history, by `npm start` and by the compiled server alone, and the
 * server's memory ten seconds later; time of one call of the compiled command line. The bare Express server and a bare
 * Node tell how fast the machine is: its times differ by half.
 */
const rounds = 5;
const idleMs = 10_000;

await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 10_000, 5);
  // The first start builds what changed.
  await startByNpm(home);
  const byNpm: number[] = [];
  for (let turn = 0; turn < rounds; turn++) byNpm.push(await startByNpm(home));
  const alone: number[] = [];
  const bare: number[] = [];
  let memoryMiB = 0;
  for (let turn = 0; turn < rounds; turn++) {
    const server = await startFrontdesk(home);
    alone.push(server.readyMs);
    if (turn === 0) {
      await sleep(idleMs);
      memoryMiB = readMemoryMiB(server.process.pid ?? 0);
    }
    await server.stop();
    const express = await startServer(['test/bench/load/bare-server.ts', shop.file]);
    bare.push(express.readyMs);
    await express.stop();
  }
  const calls: number[] = [];
  const nodes: number[] = [];
  for (let turn = 0; turn <= rounds; turn++) {
    calls.push(timeCall(['server/cli.js', 'keys', 'list'], home));
    nodes.push(timeCall(['-e', '0'], home));
  }
  writeResults('start', {
    'npm start to ready, ms': atMost(round(median(byNpm), 0), 1_200),
    'compiled server to ready, ms': atMost(round(median(alone), 0), 800),
    'bare Express to ready, ms': round(median(bare), 0),
    'a call of the command line, ms': atMost(round(median(calls), 0), 300),
    'bare Node, ms': round(median(nodes), 0),
    'memory 10 s after the start, MiB': atMost(round(memoryMiB, 0), 130),
  });
});

/** Milliseconds from the spawn of `npm start` to the ready line; what it started has ended by then. */
async function startByNpm(home: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: new URL('../../../', import.meta.url),
    env: { ...process.env, FRONTDESK_HOME: home, FRONTDESK_PORT: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitUntilReady(child);
  const readyMs = performance.now() - startedAt;
  // The server, in a group of its own, holds the same stdout: that closes when the last process has ended.
  const closed = once(child, 'close');
  process.kill(-Number(child.pid), 'SIGTERM');
  await closed;
  return readyMs;
}

/** Milliseconds that Node takes to run some words to the end. */
function timeCall(words: string[], home: string): number {
  // That of npm, by which the launcher would look for another Node, while this measures the one that runs here.
  const { npm_node_execpath: _npmsNode, ...environment } = process.env;
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, words, {
    cwd: new URL('../../../', import.meta.url),
    env: { ...environment, FRONTDESK_HOME: home },
  });
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
}

/** Proportional set size of the process that `taskset` became; Linux only. */
function readMemoryMiB(pid: number): number {
  const line = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

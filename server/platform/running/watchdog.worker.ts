import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { findBlamed, noteHang, parseBoard, readBeat } from './running-board.ts';
import type { Watch } from './watchdog.ts';

const { memory, file, patienceMs }: Watch = workerData;
const looks = 20;
const lookEveryMs = patienceMs / looks;
/** Below this share of a core the process is waiting, for example for a disk that is slow to commit. */
const idleShare = 0.1;
/** Killing a waiting process rarely helps: it gets six times the patience. */
const waitingCounts = 1 / 6;
const stderr = 2;

/** Writes the board to the file, this time synced and including requests, then kills the process. */
function recordAndKill(): void {
  const bytes = Buffer.from(new Uint8Array(memory));
  const now = new Date();
  noteHang(bytes, now.getTime());
  try {
    const handle = openSync(file, 'w', 0o600);
    writeSync(handle, bytes);
    fsyncSync(handle);
    closeSync(handle);
    const left = parseBoard(bytes);
    const running = left ? findBlamed(left).map(({ kind, key }) => `${kind} ${key}`) : [];
    const msg = 'the server hangs and is killed';
    // The main thread's log is unusable: this line imitates its format.
    writeSync(stderr, `${JSON.stringify({ level: 60, time: now.toISOString(), running, msg })}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

/**
 * Counts looks without a heartbeat rather than time: a suspended machine, a halted process or a clock set ahead is one
 * look, and on an overloaded machine looks are as late as beats.
 */
const pause = new Int32Array(new SharedArrayBuffer(4));
let beat = readBeat(memory);
let cpu = process.cpuUsage();
let missed = 0;
while (missed < looks) {
  Atomics.wait(pause, 0, 0, lookEveryMs);
  const seen = readBeat(memory);
  const spent = process.cpuUsage(cpu);
  const isComputing = (spent.user + spent.system) / 1_000 >= lookEveryMs * idleShare;
  if (seen !== beat) missed = 0;
  else missed += isComputing ? 1 : waitingCounts;
  beat = seen;
  cpu = process.cpuUsage();
}
recordAndKill();

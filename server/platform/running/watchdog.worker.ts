import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { findBlamed, noteHang, parseBoard, readBeat } from './running-board.ts';
import type { Watch } from './watchdog.ts';

const { memory, file, patienceMs }: Watch = workerData;
const looks = 20;
const lookEveryMs = patienceMs / looks;
/** Below this share of a core the process waits for something, such as a disk that takes its time over a commit. */
const idleShare = 0.1;
/** Ending such a process seldom helps: it is given so many times the patience. */
const waitingCounts = 1 / 6;
const stderr = 2;

/** What the main thread was at stays in the file, this time synced and with the requests too. */
function tellAndKill(): void {
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
    const msg = 'the server does not answer any more and is ended';
    // The log of the main thread cannot be used: this line has its form.
    writeSync(stderr, `${JSON.stringify({ level: 60, time: now.toISOString(), running, msg })}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

/**
 * Counts its own looks without a beat, not the time: however long a machine slept, a process was halted or a clock was set
 * ahead, that is one look, and on a machine that is short of time the looks come as late as the beats.
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
tellAndKill();

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { type Entry, findBlamed, noteHang, parseBoard, readBeat, readProgress } from './running-board.ts';
import type { Watch } from './watchdog.ts';

const { memory, file, patienceMs }: Watch = workerData;
const looks = 20;
const lookEveryMs = patienceMs / looks;
/** Below this share of a core the process is waiting, for example for a disk that is slow to commit. */
const idleShare = 0.1;
/** Killing a waiting process rarely helps: it gets six times the patience. */
const waitingCounts = 1 / 6;
/** A long request may still end, so it gets three times the patience. */
const requestCounts = 1 / 3;
/** A loop whose work advances is slow, not dead: progress restarts the patience, up to this many looks in total. */
const mostLooks = 6 * looks;
/** A loop blocked for this many looks is logged. */
const loggedLooks = 4;
const stderr = 2;
const warn = 40;
const fatal = 60;

const readBlamed = (bytes: Buffer): Entry[] => findBlamed(parseBoard(bytes) ?? { hungAt: null, entries: [] });
const copyBoard = (): Buffer => Buffer.from(new Uint8Array(memory));

/** Writes in the format of the main thread's log, which is unusable while its loop is blocked. */
function log(level: number, msg: string, blamed: Entry[], heldLooks: number): void {
  const running = blamed.map(({ kind, key }) => `${kind} ${key}`);
  const heldMs = Math.round(heldLooks * lookEveryMs);
  writeSync(stderr, `${JSON.stringify({ level, time: new Date().toISOString(), running, heldMs, msg })}\n`);
}

/** Writes the whole board to the file, including cheap requests, with a sync, then kills the process. */
function recordAndKill(heldLooks: number): void {
  const bytes = copyBoard();
  noteHang(bytes, Date.now());
  try {
    const handle = openSync(file, 'w', 0o600);
    writeSync(handle, bytes);
    fsyncSync(handle);
    closeSync(handle);
    log(fatal, 'the server hangs and is killed', readBlamed(bytes), heldLooks);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Returns the weight of a look without heartbeat or progress; a sum of twenty means that the loop is dead. */
function weigh(isComputing: boolean, blamed: Entry[]): number {
  if (!isComputing) return waitingCounts;
  return blamed.length > 0 && blamed.every(({ kind }) => kind === 'request') ? requestCounts : 1;
}

/**
 * Counts looks without a heartbeat rather than time: a suspended machine, a halted process or a clock set ahead is one
 * look, and on an overloaded machine looks are as late as beats.
 */
const pause = new Int32Array(new SharedArrayBuffer(4));
let beat = readBeat(memory);
let progress = readProgress(memory);
let cpu = process.cpuUsage();
let stalled = 0;
let heldLooks = 0;
let blamed: Entry[] = [];
while (stalled < looks && heldLooks < mostLooks) {
  Atomics.wait(pause, 0, 0, lookEveryMs);
  const [seenBeat, seenProgress] = [readBeat(memory), readProgress(memory)];
  const spent = process.cpuUsage(cpu);
  const isComputing = (spent.user + spent.system) / 1_000 >= lookEveryMs * idleShare;
  if (seenBeat !== beat) {
    if (heldLooks >= loggedLooks) log(warn, 'the event loop was held up', blamed, heldLooks);
    stalled = 0;
    heldLooks = 0;
    blamed = [];
  } else {
    heldLooks += 1;
    const seen = readBlamed(copyBoard());
    stalled = seenProgress === progress ? stalled + weigh(isComputing, seen) : 0;
    if (seen.length > 0) blamed = seen;
    if (heldLooks === looks && stalled < looks)
      log(warn, 'the server is slow: it is not killed yet', blamed, heldLooks);
  }
  beat = seenBeat;
  progress = seenProgress;
  cpu = process.cpuUsage();
}
recordAndKill(heldLooks);

import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { timeEach } from '../support.ts';

/** A second client: requests each path in turn until it gets a message, then posts the durations in milliseconds. */
const { url, key, paths } = workerData as { url: string; key: string; paths: string[] };
const times: number[] = [];
let done = false;
parentPort?.once('message', () => {
  done = true;
});
while (!done) {
  times.push(...(await timeEach(url, key, paths)));
  await sleep(20);
}
parentPort?.postMessage(times);

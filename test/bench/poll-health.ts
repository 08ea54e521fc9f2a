import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** A second client: requests `/healthz` every 5 ms until it gets a message, then posts the durations in milliseconds. */
const times: number[] = [];
let done = false;
parentPort?.once('message', () => {
  done = true;
});
while (!done) {
  const startedAt = performance.now();
  await (await fetch(`${workerData}/healthz`)).arrayBuffer();
  times.push(performance.now() - startedAt);
  await sleep(5);
}
parentPort?.postMessage(times);

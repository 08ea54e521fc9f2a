import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { atMost, type Figure, quantile, round } from './support.ts';

const goalP99Ms = 50;

/** Runs `work`, which may have a goal too, while another thread polls `/healthz`. */
export async function whilePolling<T>(
  url: string,
  work: () => Promise<T>,
  goalMs?: number,
): Promise<[T, Record<string, Figure>]> {
  const poller = new Worker(new URL('./poll-health.ts', import.meta.url), { workerData: url });
  await once(poller, 'online');
  const startedAt = performance.now();
  const result = await work();
  const tookMs = round(performance.now() - startedAt, 0);
  poller.postMessage('stop');
  const [times] = (await once(poller, 'message')) as [number[]];
  const figures = {
    'took ms': goalMs === undefined ? tookMs : atMost(tookMs, goalMs),
    'healthz p50 ms': round(quantile(times, 0.5)),
    'healthz p99 ms': atMost(round(quantile(times, 0.99)), goalP99Ms),
    'worst ms': round(Math.max(...times)),
  };
  return [result, figures];
}

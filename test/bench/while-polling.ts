import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { quantile, round } from './support.ts';

/** Runs `work` while another thread polls; the goal is a p99 under 50 ms. */
export async function whilePolling<T>(url: string, work: () => Promise<T>): Promise<[T, object]> {
  const poller = new Worker(new URL('./poll-health.ts', import.meta.url), { workerData: url });
  await once(poller, 'online');
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  poller.postMessage('stop');
  const [times] = (await once(poller, 'message')) as [number[]];
  const figures = {
    'took s': round(seconds),
    'healthz p50 ms': round(quantile(times, 0.5)),
    'healthz p99 ms': round(quantile(times, 0.99)),
    'worst ms': round(Math.max(...times)),
  };
  return [result, figures];
}

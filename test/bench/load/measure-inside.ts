import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Preloaded into the server by `soak`: on SIGUSR2 it collects garbage and writes the remaining memory and the event-loop
 * delay since the last signal to the file FRONTDESK_BENCH_INSIDE.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

process.on('SIGUSR2', () => {
  const delayP99Ms = delay.percentile(99) / 1e6 - 5;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(String(process.env.FRONTDESK_BENCH_INSIDE), JSON.stringify({ bytes: heapUsed + external, delayP99Ms }));
  delay.reset();
});

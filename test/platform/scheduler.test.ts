import { expect, test } from 'vitest';
import { ManualClock } from '../support/clock.ts';
import { startPlatform } from '../support/platform.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function startScheduled(cron: string) {
  const runs: string[] = [];
  const clock = new ManualClock('2026-11-21T12:00:30.000Z');
  const work = {
    name: 'count',
    cron,
    async run() {
      runs.push(clock.now().toISOString());
    },
  };
  const started = await startPlatform({ clock, recurring: [work] });
  const tickAfter = async (ms: number) => {
    clock.advance(ms);
    await started.platform.scheduler.tick();
    await started.platform.jobs.idle();
  };
  return { ...started, work, runs, tickAfter };
}

test('runs recurring work when its minute has come, and once in it', async () => {
  const { runs, tickAfter } = await startScheduled('*/5 * * * *');
  await tickAfter(4 * minuteMs);
  expect(runs).toEqual([]);
  await tickAfter(minuteMs);
  await tickAfter(1_000);
  expect(runs).toEqual(['2026-11-21T12:05:30.000Z']);
});

test('catches up once for the three days that a machine has slept', async () => {
  const { runs, tickAfter } = await startScheduled('0 * * * *');
  await tickAfter(3 * dayMs);
  await tickAfter(1_000);
  expect(runs).toHaveLength(1);
  await tickAfter(60 * minuteMs);
  expect(runs).toHaveLength(2);
});

test('repeats nothing when the clock is set back, and goes on when it has caught up', async () => {
  const { runs, tickAfter } = await startScheduled('0 * * * *');
  await tickAfter(60 * minuteMs);
  expect(runs).toHaveLength(1);
  await tickAfter(-90 * minuteMs);
  await tickAfter(60 * minuteMs);
  expect(runs).toHaveLength(1);
  await tickAfter(90 * minuteMs);
  expect(runs).toHaveLength(2);
});

test('catches up at the start for the time in which no server ran', async () => {
  const first = await startScheduled('0 4 * * *');
  await first.stop();
  first.clock.advance(2 * dayMs);
  const second = await startPlatform({ home: first.home, clock: first.clock, recurring: [first.work] });
  await second.platform.jobs.idle();
  expect(first.runs).toHaveLength(1);
});

test('goes on at once when its last run was noted under a clock that was years ahead', async () => {
  const { runs, tickAfter } = await startScheduled('0 * * * *');
  await tickAfter(1_000 * dayMs);
  expect(runs).toHaveLength(1);
  await tickAfter(-1_000 * dayMs);
  await tickAfter(60 * minuteMs);
  expect(runs).toHaveLength(2);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { startPlatform } from '../../support/server/platform.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function startScheduled(cron: string, at = '2026-11-21T12:00:30.000Z') {
  const runs: string[] = [];
  const clock = new ManualClock(at);
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

test('runs recurring work once in its minute', async () => {
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

test('repeats nothing when the clock is set back, and continues when it has caught up', async () => {
  const { runs, tickAfter } = await startScheduled('0 * * * *');
  await tickAfter(60 * minuteMs);
  expect(runs).toHaveLength(1);
  await tickAfter(-90 * minuteMs);
  await tickAfter(60 * minuteMs);
  expect(runs).toHaveLength(1);
  await tickAfter(90 * minuteMs);
  expect(runs).toHaveLength(2);
});

test('pauses work of every minute for a few minutes at most when the clock is set back by hours', async () => {
  const { runs, tickAfter } = await startScheduled('* * * * *');
  await tickAfter(minuteMs);
  expect(runs).toHaveLength(1);
  await tickAfter(-120 * minuteMs);
  for (let minute = 0; minute < 6; minute++) await tickAfter(minuteMs);
  expect(runs.length).toBeGreaterThan(1);
});

test('catches up at the start for the time without a server', async () => {
  const first = await startScheduled('0 4 * * *');
  await first.stop();
  first.clock.advance(2 * dayMs);
  const second = await startPlatform({ home: first.home, clock: first.clock, recurring: [first.work] });
  await second.platform.jobs.idle();
  expect(first.runs).toHaveLength(1);
});

test('continues at once when its last run was recorded under a clock that was years ahead', async () => {
  const { runs, tickAfter } = await startScheduled('0 * * * *');
  await tickAfter(1_000 * dayMs);
  expect(runs).toHaveLength(1);
  await tickAfter(-1_000 * dayMs);
  await tickAfter(60 * minuteMs);
  expect(runs).toHaveLength(2);
});

function setMachineTimezone(name: string): void {
  vi.stubEnv('TZ', name);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test.each([
  ['30 2 * * *', '2026-03-08T05:30:00.000Z', ['2026-03-08T07:30:00.000Z', '2026-03-09T06:30:00.000Z']],
  ['30 1 * * *', '2026-11-01T04:30:00.000Z', ['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z']],
])('runs %s once in the night of a clock change', async (cron, at, expected) => {
  setMachineTimezone('America/New_York');
  const { runs, tickAfter } = await startScheduled(cron, at);
  for (let hour = 0; hour < 26; hour++) await tickAfter(60 * minuteMs);
  expect(runs).toEqual(expected);
});

test('runs on a machine whose zone has no name', async () => {
  setMachineTimezone('');
  const { runs, tickAfter, workspace } = await startScheduled('0 13 * * *');
  await tickAfter(60 * minuteMs);
  expect([workspace.timezone, runs.length]).toEqual(['UTC', 1]);
});

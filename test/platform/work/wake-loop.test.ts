import { expect, onTestFinished, test, vi } from 'vitest';
import { WakeLoop } from '../../../server/platform/work/wake-loop.ts';
import { ManualClock } from '../../support/server/clock.ts';

/** A loop on a manual clock that records its looks; `then` is the body of each. */
function openLoop(then: (looks: number) => Promise<boolean> = async () => false) {
  const clock = new ManualClock('2026-11-21T12:00:00.000Z');
  const startMs = clock.now().getTime();
  const looks: number[] = [];
  const errors: unknown[] = [];
  const loop = new WakeLoop(
    clock,
    () => {
      looks.push(clock.now().getTime() - startMs);
      return then(looks.length);
    },
    (error) => errors.push(error),
  );
  const pass = async (ms: number) => {
    clock.advance(ms);
    await loop.idle();
  };
  return { clock, startMs, loop, looks, errors, pass };
}

test('never looks concurrently, and looks once more however often it was woken meanwhile', async () => {
  let atOnce = 0;
  let mostAtOnce = 0;
  const { loop, looks } = openLoop(async () => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return false;
  });
  for (let wake = 0; wake < 3; wake++) loop.wake();
  await loop.idle();
  expect(looks).toHaveLength(2);
  expect(mostAtOnce).toBe(1);
});

test('looks again at once while there may be more', async () => {
  const { loop, looks } = openLoop(async (count) => count < 4);
  loop.wake();
  await loop.idle();
  expect(looks).toHaveLength(4);
});

test('gathers wake-ups in a pause, unless somebody awaits idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let looks = 0;
  const look = async () => {
    looks += 1;
    return false;
  };
  const loop = new WakeLoop(new ManualClock(), look, () => {}, { pauseMs: 200 });
  loop.wake();
  await vi.advanceTimersByTimeAsync(20);
  for (let wake = 0; wake < 3; wake++) loop.wake();
  await vi.advanceTimersByTimeAsync(179);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(2);
  loop.wake();
  await loop.idle();
  expect(looks).toBe(3);
});

test('looks at the earliest requested moment', async () => {
  const { loop, looks, pass, startMs } = openLoop();
  loop.wakeBy(startMs + 2_000);
  loop.wakeBy(startMs + 1_000);
  loop.wakeBy(startMs + 3_000);
  await pass(999);
  expect(looks).toEqual([]);
  await pass(1);
  expect(looks).toEqual([1_000]);
});

test('ignores wake-ups while it rests after an error, then looks by itself', async () => {
  const broken = new Error('disk full');
  const { loop, looks, errors, pass, startMs } = openLoop(async (count) => {
    if (count > 1) return false;
    loop.rest(5_000);
    loop.wake();
    throw broken;
  });
  loop.wakeBy(startMs + 1_000);
  loop.wake();
  await loop.idle();
  expect(errors).toEqual([broken]);
  await pass(1_000);
  loop.wake();
  await pass(3_999);
  expect(looks).toEqual([0]);
  await pass(1);
  expect(looks).toEqual([0, 5_000]);
});

test('a rest ends when the clock is set back', async () => {
  const { loop, looks, pass } = openLoop();
  loop.rest(5_000);
  await pass(-3_600_000);
  expect(looks).toEqual([-3_600_000]);
});

test('stops looking once stopped, and the stop awaits the running look', async () => {
  let ended = false;
  const { loop, looks, pass, startMs } = openLoop(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended = true;
    return true;
  });
  loop.wakeBy(startMs + 1_000);
  loop.wake();
  await loop.stop();
  expect(ended).toBe(true);
  loop.wake();
  await pass(10_000);
  expect(looks).toEqual([0]);
});

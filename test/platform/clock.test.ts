import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../server/platform/clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an alarm rings once when its moment has come, and not when it was cancelled', () => {
  const ring = vi.fn();
  const at = Date.now() + 60_000;
  systemClock.alarm(at, ring);
  systemClock.alarm(at, ring)();
  vi.advanceTimersByTime(59_999);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('an alarm is not late by more than a nap when the clock jumps ahead', () => {
  const ring = vi.fn();
  systemClock.alarm(Date.now() + 86_400_000, ring);
  vi.setSystemTime(Date.now() + 86_400_000);
  vi.advanceTimersByTime(15_000);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('an alarm rings soon when the clock is set back, so that nobody waits for the old time to come again', () => {
  const ring = vi.fn();
  systemClock.alarm(Date.now() + 60_000, ring);
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(15_000);
  expect(ring).toHaveBeenCalledTimes(1);
});

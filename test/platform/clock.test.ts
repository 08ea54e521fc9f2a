import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../server/platform/clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an alarm rings once at its moment, and not after it was cancelled', () => {
  const ring = vi.fn();
  const at = Date.now() + 60_000;
  systemClock.alarm(at, ring);
  systemClock.alarm(at, ring)();
  vi.advanceTimersByTime(59_999);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('an alarm is late by at most one nap when the clock jumps ahead', () => {
  const ring = vi.fn();
  systemClock.alarm(Date.now() + 86_400_000, ring);
  vi.setSystemTime(Date.now() + 86_400_000);
  vi.advanceTimersByTime(15_000);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('an alarm rings soon after the clock is set back', () => {
  const ring = vi.fn();
  systemClock.alarm(Date.now() + 60_000, ring);
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(15_000);
  expect(ring).toHaveBeenCalledTimes(1);
});

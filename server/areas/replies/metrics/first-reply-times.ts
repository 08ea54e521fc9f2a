import { hourMs, minuteMs } from '../../../platform/durations.ts';

/** Upper bounds of the buckets for first replies, in ms; one more bucket is unbounded. */
const bucketEndsMs = [
  500,
  1_000,
  2_000,
  3_000,
  4_000,
  5_000,
  7_500,
  10_000,
  15_000,
  20_000,
  30_000,
  minuteMs,
  120_000,
  300_000,
  900_000,
  hourMs,
];

/** The counter kind of a first reply after `ms`. */
export function firstReplyKind(ms: number): string {
  const index = bucketEndsMs.findIndex((end) => ms <= end);
  return `first_reply.${index < 0 ? bucketEndsMs.length : index}`;
}

/**
 * The percentile of first-reply times in ms, linearly interpolated within a bucket. Null without first replies.
 */
export function firstReplyPercentile(counts: Map<string, number>, share: number): number | null {
  const buckets = [...bucketEndsMs, Number.POSITIVE_INFINITY].map(
    (_, index) => counts.get(`first_reply.${index}`) ?? 0,
  );
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let before = 0;
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && before + count >= total * share) {
      const start = bucketEndsMs[index - 1] ?? 0;
      // The last bucket has only a lower bound.
      const end = bucketEndsMs[index] ?? start;
      return Math.round(start + ((end - start) * (total * share - before)) / count);
    }
    before += count;
  }
  return bucketEndsMs.at(-1) ?? null;
}

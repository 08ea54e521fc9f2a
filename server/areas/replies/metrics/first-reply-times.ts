import { hourMs, minuteMs } from '../../../platform/durations.ts';

/** The upper ends of the buckets in which first replies are counted, in ms; the last bucket has no end. */
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

/** The counter kind of a first reply after so many milliseconds. */
export function firstReplyKind(ms: number): string {
  const index = bucketEndsMs.findIndex((end) => ms <= end);
  return `first_reply.${index < 0 ? bucketEndsMs.length : index}`;
}

/**
 * The time within which a share of the first replies came, in ms: as exact as the buckets, in between in proportion.
 * Null without any.
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
      // Of what took longest only the start is known.
      const end = bucketEndsMs[index] ?? start;
      return Math.round(start + ((end - start) * (total * share - before)) / count);
    }
    before += count;
  }
  return bucketEndsMs.at(-1) ?? null;
}

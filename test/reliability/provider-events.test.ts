import { expect, test } from 'vitest';
import { tryWebhooks } from '../support/fuzz/try-webhooks.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';

/** New events each time; a fault names its event, and this seed repeats the run. */
const seed = Number(process.env.FUZZ_SEEDS?.split(',')[0] ?? Date.now() % 1_000_000_000);
const count = 20_000;

test(`of ${count} random events of the vendor none that was acknowledged is lost (seed ${seed})`, async () => {
  const outcome = await tryWebhooks(seed, count);
  const faults = outcome.refused.length + outcome.unhandled.length + outcome.ignored.length;
  const note = `seed ${seed}; known and unknown kinds, damaged, shuffled, repeated and late`;
  reportReliability('events of the vendor', { runs: 1, faults, requests: count, lost: outcome.lost.length, note });
  expect(outcome).toEqual({ refused: [], lost: [], unhandled: [], ignored: [] });
});

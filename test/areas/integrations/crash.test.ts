import { expect, test } from 'vitest';
import { killDuringSyncs } from '../../support/kill-syncs.ts';

test('a kill -9 in mid-sync leaves one effect of each event in each system', { timeout: 120_000 }, async () => {
  expect(await killDuringSyncs(2)).toMatchObject({ kills: 2, effects: 120 });
});

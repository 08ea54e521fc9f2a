import { expect, test } from 'vitest';
import { nothingFound } from '../../support/kill/kill-findings.ts';
import { killDuringSyncs } from '../../support/kill/kill-syncs.ts';

test('a kill -9 in mid-sync leaves one effect of each event in each system', async () => {
  expect(await killDuringSyncs(1)).toMatchObject({ ...nothingFound, effects: 60 });
});

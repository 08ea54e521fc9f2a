import { expect, test } from 'vitest';
import { nothingFound } from '../../support/kill/kill-findings.ts';
import { killDuringSyncs } from '../../support/kill/kill-syncs.ts';

test('each event has one effect in each system after kill -9 during a sync', async () => {
  expect(await killDuringSyncs(1)).toMatchObject({ ...nothingFound, effects: 60 });
});

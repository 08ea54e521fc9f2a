import { expect, it } from 'vitest';
import { killDuringCampaigns } from '../support/kill/kill-campaigns.ts';
import { countFindings, nothingFound } from '../support/kill/kill-findings.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`a campaign killed by kill -9 ${cycles} times sends to nobody twice and leaves nobody out`, async () => {
  const { sentOnce, resumed, ...findings } = await killDuringCampaigns(cycles);
  reportReliability('kill -9, campaigns', {
    ...{ runs: cycles, faults: cycles, requests: sentOnce, ...countFindings(findings) },
    note: `${sentOnce} recipients, ${resumed} of them after a resume`,
  });
  expect(findings).toEqual(nothingFound);
});

import { expect, it } from 'vitest';
import { killDuringCampaigns } from '../support/kill-campaigns.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`nobody gets two and nobody is forgotten under kill -9 in mid-campaign, ${cycles} times`, async () => {
  const { sentOnce, resumed, kills } = await killDuringCampaigns(cycles);
  console.log(`${kills} kills: ${sentOnce} recipients got one message each, ${resumed} of them after a resume`);
  expect(kills).toBe(cycles);
});

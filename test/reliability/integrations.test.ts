import { expect, it } from 'vitest';
import { countFindings, nothingFound } from '../support/kill/kill-findings.ts';
import { killDuringSyncs } from '../support/kill/kill-syncs.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`each event has one effect in each system under ${cycles} kill -9 during syncs`, async () => {
  const { effects, repeats, ...findings } = await killDuringSyncs(cycles);
  reportReliability('kill -9, integrations', {
    ...{ runs: cycles, faults: cycles, requests: effects, ...countFindings(findings) },
    note: `${effects} effects; ${repeats} calls were repeats that changed nothing`,
  });
  expect(findings).toEqual(nothingFound);
});

import { expect, it } from 'vitest';
import { countFindings, nothingFound } from '../support/kill/kill-findings.ts';
import { killDuringReplies } from '../support/kill/kill-replies.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`every question gets exactly one reply under ${cycles} kill -9 during replies`, async () => {
  const { asked, interrupted, ...findings } = await killDuringReplies(cycles);
  reportReliability('kill -9, replies', {
    ...{ runs: cycles, faults: cycles, requests: asked, ...countFindings(findings) },
    note: `${asked} questions, ${interrupted} of them interrupted`,
  });
  expect(findings).toEqual(nothingFound);
});

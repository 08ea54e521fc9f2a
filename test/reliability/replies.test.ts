import { expect, it } from 'vitest';
import { killDuringReplies } from '../support/kill-replies.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`every question gets one answer, never two, under kill -9 in the middle of it, ${cycles} times`, async () => {
  const { kills, asked, interrupted } = await killDuringReplies(cycles);
  console.log(`${kills} kills: ${asked} questions, ${interrupted} of them interrupted, each answered once`);
  expect(kills).toBe(cycles);
});

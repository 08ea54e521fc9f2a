import { expect, it } from 'vitest';
import { killDuringSyncs } from '../support/kill-syncs.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);

it(`each event has one effect in each system under kill -9 in mid-sync, ${cycles} times`, async () => {
  const { kills, effects, repeats } = await killDuringSyncs(cycles);
  console.log(`${kills} kills: ${effects} effects, each once; ${repeats} calls were repeats that changed nothing`);
  expect(kills).toBe(cycles);
});

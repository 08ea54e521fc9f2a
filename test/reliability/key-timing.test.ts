import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { looksLikeKey } from '../../server/platform/access/api-keys.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { type Client, startApp } from '../support/server/app.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const rounds = 3_000;

/** A key with a valid checksum that differs from the real one from this character of its secret on. */
function wrongFrom(key: string, at: number): string {
  const start = key.slice(0, key.lastIndexOf('_'));
  const begin = 'fd_live_'.length + at;
  const other = alphabet[(alphabet.indexOf(start[begin] as string) + 1) % alphabet.length];
  const wrong = start.slice(0, begin) + other + start.slice(begin + 1);
  let checksum = '';
  for (let left = crc32(wrong); checksum.length < 6; left = Math.floor(left / 62))
    checksum = alphabet[left % 62] + checksum;
  return `${wrong}_${checksum}`;
}

async function timeOf(api: Client, key: string): Promise<number> {
  const began = process.hrtime.bigint();
  const { status } = await api.get('/api/quick-replies', { key });
  if (status !== 401) throw new Error(`A wrong key was answered with ${status}`);
  return Number(process.hrtime.bigint() - began) / 1_000;
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

test('the response time of a wrong key does not depend on how much of it is right', async () => {
  const { api } = await startApp();
  const near = wrongFrom(api.key, 42);
  const far = wrongFrom(api.key, 0);
  expect([near, far].map(looksLikeKey)).toEqual([true, true]);
  const times: Record<'near' | 'far', number[]> = { near: [], far: [] };
  // Interleaved, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    times.near.push(await timeOf(api, near));
    times.far.push(await timeOf(api, far));
  }
  const [nearUs, farUs] = [medianOf(times.near), medianOf(times.far)];
  const note = `median ${nearUs.toFixed(0)} us for 42 right characters, ${farUs.toFixed(0)} us for none`;
  reportReliability('key lookup', { runs: 1, faults: 0, requests: 2 * rounds, note });
  expect(Math.abs(nearUs - farUs) / farUs, note).toBeLessThan(0.1);
}, 120_000);

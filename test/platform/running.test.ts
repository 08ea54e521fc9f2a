import { afterEach, expect, test, vi } from 'vitest';
import { Running } from '../../server/platform/running/running.ts';
import type { Suspects } from '../../server/platform/running/suspects.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';

afterEach(() => void vi.useRealTimers());

test('a suspect that goes on after its turn delays no later one', async () => {
  const suspects: Pick<Suspects, 'hasDied' | 'clear'> = { hasDied: () => true, clear: () => {} };
  const running = new Running(await temporaryFolder(), suspects as Suspects);
  const begun: string[] = [];
  const begin = (key: string) => {
    running.during({ kind: 'job', key }, () => {
      begun.push(key);
      return new Promise(() => {});
    });
    return new Promise(setImmediate);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await begin('first');
  await begin('second');
  expect(begun).toEqual(['first']);
  vi.runAllTimers();
  await new Promise(setImmediate);
  expect(begun).toEqual(['first', 'second']);
  vi.runAllTimers();
  await begin('third');
  expect(begun).toEqual(['first', 'second', 'third']);
  running.close();
});

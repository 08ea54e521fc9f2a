import { expect, test } from 'vitest';
import { z } from 'zod';
import { Peer } from '../../../server/areas/qr/ipc.ts';

const calls = { count: { body: z.number(), answer: z.number(), patienceMs: 50 } };

/** The calling peer of a pipe whose other peer serves `count`. */
function joinPeers(count: (body: number) => Promise<number>) {
  const listeners: ((message: unknown) => void)[] = [];
  const end = (own: number) => ({
    send: (message: object) => setImmediate(() => listeners[1 - own]?.(JSON.parse(JSON.stringify(message)))),
    onMessage: (listener: (message: unknown) => void) => {
      listeners[own] = listener;
    },
  });
  const asking = new Peer(end(0), { own: {}, theirs: calls }, {});
  new Peer(end(1), { own: calls, theirs: {} }, { count });
  return asking;
}

test.each([
  ['an error', new Error('No such thing'), 'No such thing'],
  ['the close code of a web socket', 1006, '1006'],
  ['nothing', undefined, 'undefined'],
])('a call that fails with %s rejects', async (_name, thrown, told) => {
  const asking = joinPeers(() => Promise.reject(thrown));
  await expect(asking.ask('count', 1)).rejects.toThrow(told);
});

test('a call without a response rejects after its timeout', async () => {
  const asking = joinPeers(() => new Promise(() => {}));
  await expect(asking.ask('count', 1)).rejects.toThrow('does not respond to count');
});

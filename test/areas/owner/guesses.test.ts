import { request } from 'node:http';
import { expect, test } from 'vitest';
import { type Caller, GuessQueue } from '../../../server/areas/owner/session/guess-queue.ts';
import { openWorkspace } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const passphrase = 'pizza de borda';
const guessers = 16;

/** Signs in from a separate address; returns the status. */
function signInFrom(url: string, localAddress: string, given: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = request(`${url}/owner/login`, { method: 'POST', headers, localAddress }, (incoming) => {
      incoming.resume().once('end', () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify({ passphrase: given }));
  });
}

// Only Linux gives a machine more than one loopback address.
test.runIf(process.platform === 'linux')(
  'guesses from many addresses neither delay an upload nor lock the owner out',
  async () => {
    const shop = await openWorkspace();
    const owner = await signIn(shop);
    expect((await owner.put('/owner/passphrase', { passphrase })).status).toBe(204);
    const { conversationId } = await (await pairChannel(shop)).customerSays('+5511987654321', 'oi');
    const statuses: number[] = [];
    const guesses = Array.from({ length: guessers }, async (_, index) => {
      const answer = await signInFrom(shop.api.url, `127.0.1.${index + 1}`, `guess ${index}`);
      statuses.push(answer);
    });
    // All of them have arrived once a later request gets its response.
    expect((await shop.api.get('/api/quick-replies')).status).toBe(200);
    const upload = await shop.api.upload(`/api/conversations/${conversationId}/upload-media`, 'Pizza', 'pizza.txt');
    expect(upload.status).toBeLessThan(300);
    expect(statuses.length).toBeLessThan(guessers);
    expect(await signInFrom(shop.api.url, '127.0.2.1', passphrase)).toBe(200);
    await Promise.all(guesses);
    expect(new Set(statuses)).toEqual(new Set([401]));
  },
  240_000,
);

test('guesses are checked one at a time, one per caller in turn, callers on this machine first', async () => {
  const queue = new GuessQueue();
  const order: string[] = [];
  let running = 0;
  const response = { once: () => {} } as never;
  const guess = (caller: Caller): Promise<unknown> =>
    queue.take(caller, response, async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      order.push(caller.name);
    });
  const of = (name: string): Caller => ({ name, isFirst: name === 'local' });
  const flood = ['first', 'a', 'b', 'c'].map((name) => guess(of(name)));
  await expect(guess(of('a'))).rejects.toMatchObject({
    code: 'rate_limited',
    details: { headers: { 'Retry-After': '2' } },
  });
  await Promise.all([...flood, guess(of('local'))]);
  expect(order).toEqual(['first', 'local', 'a', 'b', 'c']);
  await guess(of('a'));
});

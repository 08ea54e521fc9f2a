import { expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { conversationWith, openPaired, text, textsShown } from './shop.ts';

const customers = Array.from({ length: 10 }, (_, index) => `+55119876500${String(index).padStart(2, '0')}`);

test('50 simultaneous messages to 10 customers all arrive, in order within each chat', async () => {
  const { shop, server } = await openPaired();
  const paths: string[] = [];
  for (const phone of customers) {
    await server.say(phone, text('Oi'));
    paths.push(await conversationWith(shop, phone));
  }
  const rounds = [1, 2, 3, 4, 5].map((round) => `mensagem ${round}`);
  const answers = [];
  for (const content of rounds) {
    for (const path of paths) {
      answers.push(shop.api.post(`${path}/messages`, { content }));
      // One request per turn: they run concurrently and still arrive in this order.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const statuses = (await Promise.all(answers)).map((answer) => answer.body.status);
  expect(statuses).toEqual(Array.from({ length: 50 }, () => expect.stringMatching(/SENT|DELIVERED/)));
  for (const phone of customers) expect(textsShown(server, phone)).toEqual(rounds);
});

test('messages to one customer keep the configured gap; others do not wait for it', async () => {
  const { shop, server } = await openPaired({ env: { FRONTDESK_QR_GAP_MS: '1000' } });
  const [one = '', other = ''] = customers;
  for (const phone of [one, other]) await server.say(phone, text('Oi'));
  const paths = [await conversationWith(shop, one), await conversationWith(shop, other)];
  const startedAt = performance.now();
  const answered: string[] = [];
  const send = async (path: string | undefined, content: string) => {
    await shop.api.post(`${path}/messages`, { content });
    answered.push(content);
  };
  await Promise.all([...['a', 'b', 'c'].map((content) => send(paths[0], content)), send(paths[1], 'já')]);
  expect(performance.now() - startedAt).toBeGreaterThan(1_990);
  expect(answered.indexOf('já')).toBeLessThan(answered.indexOf('c'));
  await eventually(async () => textsShown(server, one).length === 3);
});

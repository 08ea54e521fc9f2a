import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { type AnsweringShop, openAnsweringShop, openFaqShop, turnsOf } from './support.ts';

test('a reply that the vendor rejects temporarily is resent once with the same text', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  await shop.channel.faults({ reject: { reason: 'temporary' } });
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  shop.clock.advance(120_000);
  await shop.settle();
  shop.clock.advance(120_000);
  await shop.settle();
  expect((await shop.heard()).filter((text) => text === 'Sim, na rua de trás.')).toHaveLength(1);
});

describe('a reply that is too long for one message', () => {
  const sentence = 'Sim, na rua de trás, e o portão fica aberto. ';
  const long = {
    greetingMessage: 'Oi, que bom que você veio! '.repeat(148).trim(),
    faqs: [{ question: 'Tem estacionamento?', answer: sentence.repeat(44).trim() }],
  };
  const open = () => openAnsweringShop({ draft: long, provider: 'CLOUD_API' });
  const whole = `${long.greetingMessage} ${long.faqs[0]?.answer}`;
  const said = (parts: string[]) => parts.join(' ').replaceAll(/\s+/g, ' ');

  test('arrives whole, in several messages in order', async () => {
    const shop = await open();
    const parts = await shop.ask('Tem estacionamento?');
    expect(parts).toHaveLength(2);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(4_096);
    expect(said(parts)).toBe(whole);
    expect(await turnsOf(shop)).toEqual([{ state: 'DONE', outcome: 'reply' }]);
    expect((await shop.conversation()).status).toBe('ACTIVE');
  });

  test('is resent in the parts that were not sent, once each', async () => {
    const shop = await open();
    await shop.channel.faults({ reject: { reason: 'temporary', times: 2 } });
    expect(await shop.ask('Tem estacionamento?')).toEqual([]);
    shop.clock.advance(120_000);
    await shop.settle();
    expect(said(await shop.heard())).toBe(whole);
    expect(await shop.heard()).toHaveLength(2);
  });
});

test('a turn waits while the channel is disconnected, and gets a reply afterwards', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  await shop.say('Tem estacionamento?');
  await shop.channel.faults({ dropped: true });
  await shop.settle();
  const asked = await shop.heard();
  await shop.channel.faults({});
  await shop.settle();
  shop.clock.advance(30_000);
  await shop.settle();
  expect(asked.length).toBeLessThanOrEqual(2);
  expect((await shop.heard()).filter((text) => text === 'Sim, na rua de trás.')).toHaveLength(1);
});

test('a turn that a full disk prevents from being claimed gets one reply once there is room', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  const { platform } = shop.shop.app;
  await shop.say('Tem estacionamento?');
  await shop.settle();
  const write = vi.spyOn(platform, 'write').mockRejectedValue(new Error('disk full'));
  shop.clock.advance(3_000);
  await platform.services.replySender.idle();
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
  expect(await shop.heard()).toEqual([]);
  shop.clock.advance(5_000);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('an agent whose replies fail repeatedly hands over', async () => {
  const shop = await openFaqShop();
  const { platform } = shop.shop.app;
  await platform.write(({ db }) =>
    sql`create temp trigger no_replies before insert on messages when new.author = 'AGENT'
      begin select raise(abort, 'no reply is stored'); end`.execute(db),
  );
  await shop.say('Tem estacionamento?');
  for (let attempt = 0; attempt < 5; attempt++) {
    await shop.settle();
    shop.clock.advance(600_000);
  }
  await shop.settle();
  expect(await turnsOf(shop)).toEqual([{ state: 'DROPPED', outcome: 'failed' }]);
  await expectHandedOff(shop);
});

test('a reply that crashed the server too often is set aside, and a person is called', async () => {
  const shop = await openFaqShop();
  const { running, clock } = shop.shop.app.platform;
  const { suspects } = running;
  vi.spyOn(suspects, 'isPoison').mockImplementation(({ kind }) => kind === 'reply');
  await shop.say('Tem estacionamento?');
  await shop.settle();
  expect(await turnsOf(shop)).toEqual([{ state: 'DROPPED', outcome: 'deadly' }]);
  expect(await suspects.list(clock.now().toISOString())).toMatchObject([{ kind: 'reply' }]);
  await expectHandedOff(shop);
});

async function expectHandedOff(shop: AnsweringShop): Promise<void> {
  const conversation = await shop.conversation();
  expect(conversation).toMatchObject({ status: 'HANDED_OFF', handoffType: 'FAILED' });
  const { body } = await shop.api.get(`/api/conversations/${conversation.id}/handoff`);
  expect(body).toMatchObject({ reason: 'failed', summary: 'O agente não conseguiu responder: algo deu errado.' });
}

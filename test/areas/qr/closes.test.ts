import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria } from '../../support/shop/conversation.ts';
import { clientProcessesOf, ownClientProcess } from './client-process.ts';
import { conversationWith, messagesWith, openPaired, openUnpaired, text, textsShown } from './shop.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a connection that closes', () => {
  test.each([408, 428, 503, 599])('with %i is retried with backoff', async (code) => {
    const clock = new ManualClock();
    const { server, hasStatus } = await openPaired({ clock });
    server.end(code);
    expect((await hasStatus('CONNECTING')).statusReason).toContain('trying again');
    const { logins } = server;
    clock.advance(1_300);
    await hasStatus('CONNECTED');
    expect(server.logins).toBe(logins + 1);
    server.cut();
    await hasStatus('CONNECTING');
    clock.advance(1_300);
    await pause(300);
    expect(server.logins).toBe(logins + 1);
    clock.advance(1_300);
    await hasStatus('CONNECTED');
    clock.advance(5 * 60_000);
    server.cut();
    await hasStatus('CONNECTING');
    clock.advance(1_300);
    await hasStatus('CONNECTED');
  });

  test('with 515 is reopened at once, without a change of state', async () => {
    const { shop, server } = await openPaired({ clock: new ManualClock() });
    const { logins } = server;
    server.end(515);
    await eventually(async () => server.logins === logins + 1);
    expect(await shop.events('channel.connected')).toHaveLength(1);
  });

  test.each([
    [440, 'DISCONNECTED', 'Another program'],
    [405, 'DISCONNECTED', 'update Frontdesk'],
    [411, 'DISCONNECTED', 'update Frontdesk'],
    [402, 'BANNED', 'restricted'],
    [403, 'BANNED', 'restricted'],
  ])('with %i stays closed as %s until a new code is requested', async (code, status, reason) => {
    const clock = new ManualClock();
    const { server, qr, hasStatus } = await openPaired({ clock });
    server.end(code, code === 440 ? 'stream:error' : 'failure');
    expect((await hasStatus(status)).statusReason).toContain(reason);
    const { logins } = server;
    clock.advance(3_600_000);
    expect(await qr()).toMatchObject({ state: status, qr: null });
    await pause(200);
    expect(server.logins).toBe(logins);
    await qr('?refresh=true');
    await hasStatus('CONNECTED');
  });

  test('with 401 is logged out: the keys are deleted, the history stays, and the next code pairs again', async () => {
    const { shop, server, qr, hasStatus } = await openPaired();
    await server.say(maria, text('Oi'));
    await conversationWith(shop, maria);
    server.unlink();
    expect((await hasStatus('LOGGED_OUT')).statusReason).toContain('pair it again');
    expect(await shop.app.platform.database.read.selectFrom('qr_auth').selectAll().execute()).toEqual([]);
    expect(await messagesWith(shop, maria)).toHaveLength(1);
    server.scan((await qr()).qr);
    await hasStatus('CONNECTED');
  });

  test('with 500 is retried three times, then the device must be paired again', async () => {
    const clock = new ManualClock();
    const { server, qr, hasStatus } = await openPaired({ clock });
    for (let attempt = 1; attempt <= 3; attempt++) {
      server.end(500);
      await hasStatus('CONNECTING');
      clock.advance(10_000);
      await hasStatus('CONNECTED');
    }
    server.end(500);
    expect((await hasStatus('DISCONNECTED')).statusReason).toContain('pair the device again');
    expect(await qr()).toMatchObject({ qr: null });
    expect(await qr('?refresh=true')).toMatchObject({ state: 'PAIRING', attempt: 1 });
  });

  test('during pairing is not retried', async () => {
    const clock = new ManualClock();
    const { server, qr, hasStatus } = await openUnpaired({ clock });
    await qr();
    server.cut();
    expect((await hasStatus('DISCONNECTED')).statusReason).toContain('ask for a new code');
    const { logins } = server;
    clock.advance(3_600_000);
    await pause(200);
    expect(server.logins).toBe(logins);
  });
});

test('an unreachable vendor yields no code and a reason', async () => {
  const { server, qr, channel } = await openUnpaired();
  server.isDown = true;
  expect(await qr()).toMatchObject({ state: 'DISCONNECTED', qr: null });
  expect((await channel()).statusReason).toContain('cannot be reached');
});

test('a client process that dies is restarted, and the conversation continues', async () => {
  const { shop, server, hasStatus } = await openPaired();
  await server.say(maria, text('Oi'));
  const path = await conversationWith(shop, maria);
  const { logins } = server;
  process.kill(ownClientProcess(), 'SIGKILL');
  await eventually(async () => server.logins > logins);
  await hasStatus('CONNECTED');
  expect((await shop.api.post(`${path}/messages`, { content: 'De volta' })).status).toBe(201);
  expect(textsShown(server, maria)).toEqual(['De volta']);
});

test('a connection that is cut during a ping is opened again', async () => {
  const clock = new ManualClock();
  const { shop, server, hasStatus, at } = await openPaired({ clock });
  server.cutsNextPing = true;
  const { body: health } = await shop.api.get(`${at}/health`);
  expect(health.checks).toMatchObject([{ name: 'provider', ok: false, detail: 'The provider does not respond' }]);
  await hasStatus('CONNECTING');
  clock.advance(1_300);
  await hasStatus('CONNECTED');
  server.cutsNextPing = true;
  clock.advance(2 * 60_000);
  await hasStatus('CONNECTING');
  clock.advance(2_500);
  await hasStatus('CONNECTED');
});

test('a client process that is stuck does not delay the channel’s deactivation', async () => {
  const { shop, qr, at } = await openUnpaired();
  const asked = qr();
  await eventually(async () => clientProcessesOf(process.pid).length > 0);
  const client = ownClientProcess();
  process.kill(client, 'SIGSTOP');
  expect((await shop.api.post(`${at}/deactivate`)).status).toBe(200);
  expect(clientProcessesOf(process.pid)).not.toContain(client);
  expect(await asked).toMatchObject({ qr: null });
  // Half of the time after which a call of the client is given up.
}, 30_000);

test('a ping finds an open connection that does not respond', async () => {
  const clock = new ManualClock();
  const { server, hasStatus } = await openPaired({ clock });
  server.isSilent = true;
  clock.advance(2 * 60_000);
  expect((await hasStatus('CONNECTING')).statusReason).toContain('trying again');
  server.isSilent = false;
  clock.advance(2_000);
  await hasStatus('CONNECTED');
});

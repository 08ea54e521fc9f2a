import { expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { maria } from '../../support/shop/conversation.ts';
import { conversationWith, messagesWith, openPaired, openUnpaired, text, textsShown } from './shop.ts';

test('a code, refreshed or not, pairs a live channel, and a conversation works end to end', async () => {
  const { shop, server, qr, channel, hasStatus } = await openUnpaired();
  expect(await channel()).toMatchObject({ driver: 'live', status: 'DISCONNECTED', phoneNumber: null });
  const old = await qr();
  expect(old).toMatchObject({ state: 'PAIRING', attempt: 1, image: expect.stringMatching(/^data:image\/png;base64,/) });
  expect(await qr()).toEqual(old);
  const fresh = await qr('?refresh=true');
  expect(fresh.qr).not.toBe(old.qr);
  expect(() => server.scan(old.qr)).toThrow('not one of this pairing');
  server.scan(fresh.qr);
  expect(await hasStatus('CONNECTED')).toMatchObject({ phoneNumber: '+5511900000001', statusReason: null });
  expect(await shop.events('channel.connected')).toHaveLength(1);

  server.customer(maria, 'Maria');
  await server.say(maria, text('Oi, tudo bem?'));
  const path = await conversationWith(shop, maria);
  expect((await shop.api.get(path)).body.contact).toMatchObject({ phone: maria, name: 'Maria' });
  const sent = await shop.api.post(`${path}/messages`, { content: 'Tudo! E você?' });
  expect(server.faults).toEqual([]);
  // The receipt may have arrived before the response was written.
  expect(sent).toMatchObject({
    status: 201,
    body: { status: expect.stringMatching(/^(SENT|DELIVERED)$/), error: null },
  });
  expect(textsShown(server, maria)).toEqual(['Tudo! E você?']);
  const newest = async () => (await messagesWith(shop, maria))?.at(-1);
  await eventually(async () => (await newest()).status === 'DELIVERED');
  server.read(maria);
  await eventually(async () => (await newest()).status === 'READ');
  expect(server.faults).toEqual([]);
});

test('a code whose secret the vendor retires is shown again with a new secret, and pairs', async () => {
  const { server, qr, hasStatus } = await openUnpaired();
  const old = await qr();
  server.refreshSecret(old.qr);
  const fresh = await eventually(async () => {
    const code = await qr();
    return code.qr !== old.qr && code;
  });
  expect(fresh).toMatchObject({ state: 'PAIRING', attempt: 1 });
  expect(() => server.scan(old.qr)).toThrow('out of date');
  server.scan(fresh.qr);
  await hasStatus('CONNECTED');
});

test('codes follow one another until none is left; then none is shown until requested', async () => {
  const { server, qr, channel, hasStatus } = await openUnpaired({ env: { FRONTDESK_TEST_QR_CODE_MS: '1500' } });
  server.codes = 3;
  const seen = new Map<number, string>();
  await eventually(async () => {
    const code = await qr();
    if (code.qr) seen.set(code.attempt, code.qr);
    return code.state === 'DISCONNECTED';
  });
  expect([...seen.keys()]).toEqual([1, 2, 3]);
  expect(new Set(seen.values()).size).toBe(3);
  expect((await channel()).statusReason).toContain('ask for a new one');
  const { logins } = server;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await qr()).toMatchObject({ state: 'DISCONNECTED', qr: null, attempt: 0 });
  expect(server.logins).toBe(logins);
  const again = await qr('?refresh=true');
  expect(again).toMatchObject({ state: 'PAIRING', attempt: 1 });
  server.scan(again.qr);
  await hasStatus('CONNECTED');
});

test('an account that requires a passkey is PAIRING_BLOCKED without a retry', async () => {
  const { server, qr, hasStatus } = await openUnpaired();
  await qr();
  server.demandPasskey();
  expect((await hasStatus('PAIRING_BLOCKED')).statusReason).toContain('cloud API');
  const { logins } = server;
  expect(await qr()).toMatchObject({ state: 'PAIRING_BLOCKED', qr: null });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(server.logins).toBe(logins);
  expect(await qr('?refresh=true')).toMatchObject({ state: 'PAIRING' });
});

test('a logout ends the pairing on both sides, keeps the history, and the next code pairs again', async () => {
  const { shop, server, at, qr, hasStatus } = await openPaired();
  await server.say(maria, text('Oi'));
  const path = await conversationWith(shop, maria);
  expect(await shop.api.post(`${at}/logout`)).toMatchObject({ status: 200, body: { status: 'LOGGED_OUT' } });
  expect(server.isPaired).toBe(false);
  expect(await shop.app.platform.database.read.selectFrom('qr_auth').selectAll().execute()).toEqual([]);
  expect((await shop.api.post(`${path}/messages`, { content: 'Oi' })).status).toBe(503);
  expect((await shop.api.post(`${at}/logout`)).status).toBe(503);
  server.scan((await qr()).qr);
  await hasStatus('CONNECTED');
  expect((await shop.api.post(`${at}/deactivate`)).status).toBe(200);
  expect(await shop.api.post(`${at}/logout`)).toMatchObject({ status: 409, body: { code: 'channel_deactivated' } });
  expect((await shop.api.post(`${at}/reactivate`)).status).toBe(200);
  await hasStatus('CONNECTED');
  expect(await messagesWith(shop, maria)).toHaveLength(1);
  expect((await shop.api.post(`${path}/messages`, { content: 'De volta' })).status).toBe(201);
});

test('a deactivated channel disconnects and is still paired when reactivated', async () => {
  const { shop, server, at, hasStatus } = await openPaired();
  await shop.api.post(`${at}/deactivate`);
  await eventually(async () => !server.isConnected);
  await shop.api.post(`${at}/reactivate`);
  await hasStatus('CONNECTED');
  expect(server.isPaired).toBe(true);
});

test('the driver can be chosen only for the QR provider and only without conversations', async () => {
  const { shop, server, at } = await openPaired();
  const { body: cloud } = await shop.api.post('/api/channels', { name: 'Cloud', provider: 'CLOUD_API' });
  const refused = await shop.api.put(`/api/channels/${cloud.id}/driver`, { driver: 'live' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'channel_unsupported' } });
  expect((await shop.api.put(`${at}/driver`, { driver: 'other' })).status).toBe(400);
  expect((await shop.api.put('/api/channels/ch_none/driver', { driver: 'live' })).status).toBe(404);
  expect(await shop.api.put(`${at}/driver`, { driver: 'live' })).toMatchObject({ body: { status: 'CONNECTED' } });
  await server.say(maria, text('Oi'));
  await conversationWith(shop, maria);
  const inUse = await shop.api.put(`${at}/driver`, { driver: 'simulator' });
  expect(inUse).toMatchObject({ status: 409, body: { code: 'channel_in_use' } });
});

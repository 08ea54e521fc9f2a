import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';

/** A channel that is not paired yet. */
async function openUnpaired() {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const { body: channel } = await shop.api.post('/api/channels', { name: 'Loja', provider: '<QR_PROVIDER>' });
  const at = `/api/channels/${channel.id}`;
  return {
    ...shop,
    shop,
    clock,
    qr: async (query = '') => (await shop.api.get(`${at}/qr${query}`)).body,
    scan: (qr: string) => shop.api.post(`/api/simulator/channels/${channel.id}/scan`, { qr }),
    unlink: () => shop.api.post(`/api/simulator/channels/${channel.id}/unlink`),
    channel: async () => (await shop.api.get(at)).body,
  };
}

describe('the pairing code', () => {
  test('is shown as text and image, the same until it expires', async () => {
    const { qr, channel, clock } = await openUnpaired();
    const code = await qr();
    expect(code).toMatchObject({ state: 'PAIRING', attempt: 1, expiresAt: '2026-11-21T12:01:00.000Z' });
    expect(code.image).toMatch(/^data:image\/png;base64,/);
    expect((await channel()).status).toBe('PAIRING');
    clock.advance(59_000);
    expect(await qr()).toEqual(code);
  });

  test('is replaced when it expires, six times, then pairing stops until a new code is requested', async () => {
    const { qr, channel, clock } = await openUnpaired();
    const seen = new Set([(await qr()).qr]);
    clock.advance(60_000);
    for (let attempt = 2; attempt <= 6; attempt++) {
      const code = await qr();
      expect(code.attempt).toBe(attempt);
      seen.add(code.qr);
      clock.advance(20_000);
    }
    expect(seen.size).toBe(6);
    expect(await qr()).toMatchObject({ state: 'DISCONNECTED', qr: null, image: null, expiresAt: null, attempt: 0 });
    expect((await channel()).statusReason).toContain('ask for a new one');
    expect(await qr('?refresh=true')).toMatchObject({ state: 'PAIRING', attempt: 1 });
  });

  test('no longer pairs after a refresh replaced it', async () => {
    const { qr, scan, channel } = await openUnpaired();
    const old = await qr();
    const fresh = await qr('?refresh=true');
    expect(fresh.qr).not.toBe(old.qr);
    expect(await scan(old.qr)).toMatchObject({ status: 400, body: { errors: [{ field: 'body.qr' }] } });
    expect((await channel()).status).toBe('PAIRING');
    expect((await scan(fresh.qr)).status).toBe(200);
    expect((await channel()).status).toBe('CONNECTED');
  });

  test('does not pair if expired or made up', async () => {
    const { shop, qr, scan, clock } = await openUnpaired();
    const { qr: code } = await qr();
    const told = await eventsOf(shop, async () => {
      clock.advance(60_000);
      expect((await scan(code)).status).toBe(400);
      expect((await scan('made up')).status).toBe(400);
      expect((await scan('')).status).toBe(400);
    });
    expect(told).toEqual([]);
  });

  test('pairs once and is invalid when scanned again', async () => {
    const { qr, scan } = await openUnpaired();
    const { qr: code } = await qr();
    expect((await scan(code)).status).toBe(200);
    expect((await scan(code)).status).toBe(400);
    expect(await qr()).toEqual({ state: 'CONNECTED', qr: null, image: null, expiresAt: null, attempt: 0 });
  });
});

test('unlinking on the phone logs the channel out, and nothing is sent until it is paired again', async () => {
  const { shop, api, channel, path } = await openConversation();
  expect((await channel.drive('unlink')).status).toBe(204);
  const at = `/api/channels/${channel.id}`;
  expect((await api.get(at)).body).toMatchObject({ status: 'LOGGED_OUT', statusReason: expect.any(String) });
  const refused = await api.post(`${path}/messages`, { content: 'Oi' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'channel_not_connected' } });
  expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
  const told = await eventsOf(shop, async () => {
    const { body: code } = await api.get(`${at}/qr`);
    expect((await channel.drive('scan', { qr: code.qr })).status).toBe(200);
  });
  expect(told).toEqual(['channel.connected']);
  expect((await api.post(`${path}/messages`, { content: 'Voltamos' })).status).toBe(201);
  expect((await channel.phoneShows(maria))[0]).toMatchObject({ content: 'Voltamos' });
});

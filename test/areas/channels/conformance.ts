import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { describeReceiving, describeSending } from './conformance-messages.ts';
import { type Harness, inboxOf, openWithMaria } from './conformance-support.ts';
import { describeTemplates } from './conformance-templates.ts';

export type { CustomerSays, Harness, OpenedChannel, ShownMessage } from './conformance-support.ts';

/**
 * The contract of every channel, whatever its vendor. Each driver passes it with a harness of its own; callers see the
 * same behaviour.
 */
export function describeConformance(name: string, harness: Harness): void {
  describeReceiving(name, harness);
  describeSending(name, harness);
  describeConnection(name, harness);
  describeCapabilities(name, harness);
  describeTemplates(name, harness);
}

function describeConnection(name: string, harness: Harness): void {
  describe(`${name}: the connection`, () => {
    test('returns 503 while lost and sends nothing; customers’ messages arrive once it is back', async () => {
      const { far, send, messages, newest, api, channelId } = await openWithMaria(harness);
      await far.dropConnection();
      const refused = await send({ content: 'Ninguém ouve' });
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await far.phoneShows(maria)).toEqual([]);
      await far.customerSays(maria, { content: 'Um' });
      await far.customerSays(maria, { content: 'Dois' });
      await far.restoreConnection();
      await newest((entry) => entry.content === 'Dois');
      const heard = (await messages()).filter((entry) => entry.direction === 'INBOUND');
      expect(heard.map((entry) => entry.content)).toEqual(['Oi', 'Um', 'Dois']);
      await eventually(async () => (await api.get(`/api/channels/${channelId}`)).body.status === 'CONNECTED');
      expect((await send({ content: 'De volta' })).status).toBe(201);
    });

    test('is restored after a restart, and the conversation continues', async () => {
      const opened = await openWithMaria(harness);
      await opened.send({ content: 'Antes' });
      await opened.newest((entry) => entry.status === 'DELIVERED');
      const far = await opened.far.restart();
      const { api } = far.shop;
      const { send, newest, messages } = inboxOf(api, opened.path);
      await eventually(async () => (await api.get(`/api/channels/${far.channelId}`)).body.status === 'CONNECTED');
      expect((await send({ content: 'Depois' })).status).toBe(201);
      await newest((entry) => entry.status === 'DELIVERED');
      await far.customerSays(maria, { content: 'Que bom' });
      await newest((entry) => entry.content === 'Que bom');
      expect((await messages()).map((entry) => entry.content)).toEqual(['Oi', 'Antes', 'Depois', 'Que bom']);
    });

    test('is reported as healthy, and as broken when it is', async () => {
      const { far, api, channelId } = await openWithMaria(harness);
      const overall = async () => (await api.get(`/api/channels/${channelId}/health`)).body.overall;
      expect(await overall()).toBe('OK');
      await far.dropConnection();
      await eventually(async () => (await overall()) !== 'OK');
    });
  });
}

/** Where the providers differ, as the operations show. */
function describeCapabilities(name: string, harness: Harness): void {
  const { provider } = harness.declares;
  const isCloud = provider === 'CLOUD_API';

  describe(`${name}: capabilities`, () => {
    test('is connected with its provider and has nothing left to pair', async () => {
      const { shop, channelId } = await harness.open();
      const { body: channel } = await shop.api.get(`/api/channels/${channelId}`);
      expect(channel).toMatchObject({
        provider,
        status: 'CONNECTED',
        phoneNumber: expect.stringMatching(/^\+\d{8,15}$/),
      });
      expect((await shop.api.get(`/api/channels/${channelId}/qr`)).body).toMatchObject({
        state: 'CONNECTED',
        qr: null,
      });
    });

    test(`sends ${isCloud ? 'only templates' : 'free text'} to someone who has never written`, async () => {
      const { shop, channelId } = await harness.open();
      const body = { channelId, phoneNumber: joao, content: 'Promoção!' };
      const started = await shop.api.post('/api/conversations/new', body);
      if (isCloud) expect(started).toMatchObject({ status: 409, body: { code: 'window_closed' } });
      else expect(started).toMatchObject({ status: 201, body: { message: { content: 'Promoção!' } } });
    });

    test(`has ${isCloud ? '' : 'no '}templates and catalogs at the vendor`, async () => {
      const { shop, channelId } = await harness.open();
      const templates = await shop.api.get(`/api/channels/${channelId}/platform/templates`);
      const catalogs = await shop.api.get(`/api/platform-catalogs?channelId=${channelId}`);
      expect([templates.status, catalogs.status]).toEqual(isCloud ? [200, 200] : [400, 400]);
      const verification = await shop.api.get(`/api/channels/${channelId}/business-verification`);
      expect(verification).toMatchObject({ status: 200, body: { supported: isCloud } });
    });
  });
}

import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { joao, openConversation } from '../../support/shop/conversation.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

describe('the agent of a channel', () => {
  test('is linked, replaced and removed; only later conversations get it', async () => {
    const { api, channel, path } = await openConversation();
    const at = `/api/channels/${channel.id}/ai-agent`;
    const bia = await makeAgent(api);
    const leo = await makeAgent(api, { name: 'Leo' });
    const linked = await api.put(at, { aiAgentId: bia });
    expect(linked).toMatchObject({ status: 200, body: { id: channel.id, aiAgentId: bia } });
    expect((await api.get(`/api/channels/${channel.id}`)).body).toEqual(linked.body);
    const { conversationId } = await channel.customerSays(joao, 'Oi');
    expect((await api.get(`/api/conversations/${conversationId}`)).body.aiAgentId).toBe(bia);
    expect((await api.get(path)).body.aiAgentId).toBeNull();
    expect((await api.put(at, { aiAgentId: leo })).body.aiAgentId).toBe(leo);
    for (const _time of [1, 2]) {
      expect(await api.delete(at)).toMatchObject({ status: 200, body: { id: channel.id, aiAgentId: null } });
    }
    expect((await api.get(`/api/conversations/${conversationId}`)).body.aiAgentId).toBe(bia);
  });

  test('is compared with If-Match', async () => {
    const { api, channel } = await openConversation();
    const at = `/api/channels/${channel.id}/ai-agent`;
    const aiAgentId = await makeAgent(api);
    const { headers } = await api.get(`/api/channels/${channel.id}`);
    const ifMatch = { headers: { 'if-match': headers.get('etag') as string } };
    expect((await api.put(at, { aiAgentId }, ifMatch)).status).toBe(200);
    expect((await api.put(at, { aiAgentId }, ifMatch)).status).toBe(412);
    expect((await api.delete(at, ifMatch)).status).toBe(412);
  });

  test('returns 404 if unknown or of another workspace, 400 if missing, and nothing changes', async () => {
    const { shop, api, channel } = await openConversation();
    const at = `/api/channels/${channel.id}/ai-agent`;
    const other = await shop.otherWorkspace();
    for (const aiAgentId of ['agent_x', await makeAgent(other)]) {
      const refused = await api.put(at, { aiAgentId });
      expect(refused).toMatchObject({ status: 404, body: { code: 'unknown_reference' } });
      expect(refused.body.errors).toMatchObject([{ field: 'body.aiAgentId' }]);
    }
    for (const body of [{}, { aiAgentId: '' }, { aiAgentId: 7 }]) expect((await api.put(at, body)).status).toBe(400);
    const mine = await makeAgent(other);
    expect((await other.put(at, { aiAgentId: mine })).status).toBe(404);
    expect((await other.delete(at)).status).toBe(404);
    expect((await api.get(`/api/channels/${channel.id}`)).body.aiAgentId).toBeNull();
  });
});

describe("the vendor's templates", () => {
  test('are queried now', async () => {
    const shop = await openWorkspace();
    const { id } = await pairChannel(shop, 'CLOUD_API');
    const listed = await shop.api.get(`/api/channels/${id}/platform/templates`);
    expect(listed.status).toBe(200);
    expect(listed.body.data).toContainEqual({
      providerId: expect.any(String),
      name: 'hello_world',
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      reason: null,
      quality: 'UNKNOWN',
      components: [{ type: 'BODY', text: 'Hello World' }],
    });
  });

  test('return 400 on a QR channel, 404 on an unknown one, 502 when the vendor fails, 503 when it is unreachable', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const qr = await pairChannel(shop);
    const cloud = await pairChannel(shop, 'CLOUD_API');
    const ask = (id: string) => api.get(`/api/channels/${id}/platform/templates`);
    expect(await ask(qr.id)).toMatchObject({ status: 400, body: { code: 'channel_unsupported' } });
    expect((await ask('ch_x')).status).toBe(404);
    await cloud.faults({ failCalls: { reason: 'provider_failed' } });
    expect(await ask(cloud.id)).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
    await cloud.faults({ failCalls: { reason: 'rate_limited' } });
    const busy = await ask(cloud.id);
    expect(busy).toMatchObject({ status: 503, body: { code: 'provider_unreachable' } });
    expect(busy.headers.get('retry-after')).toBe('30');
    await api.post(`/api/channels/${cloud.id}/deactivate`);
    expect(await ask(cloud.id)).toMatchObject({ status: 409, body: { code: 'channel_deactivated' } });
  });
});

test('the verification of the business is the vendor’s, if it has one', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const ask = (id: string) => api.get(`/api/channels/${id}/business-verification`);
  const { id } = await pairChannel(shop, 'CLOUD_API');
  expect(await ask(id)).toMatchObject({ status: 200, body: { channelId: id, supported: true, status: 'verified' } });
  const qr = await pairChannel(shop);
  expect((await ask(qr.id)).body).toEqual({
    channelId: qr.id,
    supported: false,
    status: 'NOT_APPLICABLE',
    detail: null,
  });
  await api.post(`/api/channels/${id}/deactivate`);
  expect(await ask(id)).toMatchObject({ status: 200, body: { supported: true, status: 'UNKNOWN' } });
  expect((await ask('ch_x')).status).toBe(404);
  const other = await shop.otherWorkspace();
  expect((await other.get(`/api/channels/${id}/business-verification`)).status).toBe(404);
});

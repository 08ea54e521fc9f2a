import { expect, test } from 'vitest';
import { makePdf } from '../../support/files/samples.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';

test("another workspace's key finds and changes nothing of ours in any operation", async () => {
  const { shop, api, channel, path, received } = await openConversation();
  const { body: stage } = await api.post('/api/conversation-stages', { name: 'Lead', color: '#00aa00' });
  const other = await shop.otherWorkspace();
  const before = (await api.get(path)).body;
  const channelPath = `/api/channels/${channel.id}`;
  const simulated = `/api/simulator/channels/${channel.id}`;
  const told = await eventsOf(shop, async () => {
    const answers = [
      await other.get(path),
      await other.patch(path, { status: 'RESOLVED' }),
      await other.get(`${path}/messages`),
      await other.post(`${path}/messages`, { content: 'Oi' }),
      await other.post(`${path}/messages/${received.id}/react`, { emoji: '👍' }),
      await other.upload(`${path}/upload-media`, makePdf(), 'a.pdf'),
      await other.post(`${path}/ai-insights`),
      await other.get(`${path}/template-availability`),
      await other.get(`${path}/utility-check`),
      await other.patch(`/api/conversation-stages/${stage.id}`, { name: 'Mine' }),
      await other.delete(`/api/conversation-stages/${stage.id}`),
      await other.get(channelPath),
      await other.patch(channelPath, { name: 'Mine' }),
      await other.get(`${channelPath}/qr`),
      await other.get(`${channelPath}/health`),
      await other.post(`${channelPath}/deactivate`),
      await other.post(`${channelPath}/reactivate`),
      await other.post(`${simulated}/scan`, { qr: 'x' }),
      await other.post(`${simulated}/unlink`),
      await other.put(`${simulated}/faults`, { dropped: true }),
      await other.upload(`${simulated}/media`, makePdf(), 'a.pdf'),
      await other.post(`${simulated}/messages`, { from: maria, content: 'Oi' }),
      await other.get(`${simulated}/messages`),
      await other.post(`${simulated}/reactions`, {
        from: maria,
        providerMessageId: received.providerMessageId,
        emoji: '',
      }),
      await other.post(`${simulated}/read`, { from: maria }),
      await other.put(`${simulated}/phones/${maria}`, { online: false }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(answers.map(() => [404, 'not_found']));
  });
  expect(told).toEqual([]);
  expect((await api.get(path)).body).toEqual(before);
  expect((await other.get('/api/conversations')).body.data).toEqual([]);
  expect((await other.get('/api/channels?includeDeactivated=true')).body.data).toEqual([]);
  expect((await other.get('/api/conversation-stages')).body.data).toEqual([]);
});

test('the same customer is a separate contact in another workspace', async () => {
  const { shop, api, path } = await openConversation();
  const other = await shop.otherWorkspace();
  const { body: channel } = await other.post('/api/channels', { name: 'Other', provider: 'CLOUD_API' });
  await other.post(`/api/simulator/channels/${channel.id}/messages`, { from: maria, content: 'Olá', name: 'Mary' });
  await shop.settle();
  expect((await other.get('/api/conversations')).body.data).toMatchObject([
    { contact: { phone: maria, name: 'Mary' } },
  ]);
  expect((await api.get(path)).body.contact).toMatchObject({ phone: maria, name: 'Maria' });
});

test('a key without the scope is rejected before it learns what exists', async () => {
  const { shop, channel, path } = await openConversation();
  const reader = await shop.withScopes('conversations.read', 'channels.read');
  expect((await reader.get(path)).status).toBe(200);
  for (const at of [path, '/api/conversations/conv_unknown']) {
    expect(await reader.patch(at, { status: 'nonsense' })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    expect((await reader.post(`${at}/messages`, {})).status).toBe(403);
    expect((await reader.post(`${at}/ai-insights`)).status).toBe(403);
  }
  expect((await reader.post('/api/conversation-stages', { name: 'A', color: '#000000' })).status).toBe(403);
  expect((await reader.post(`/api/channels/${channel.id}/deactivate`)).status).toBe(403);
  expect((await reader.post(`/api/simulator/channels/${channel.id}/unlink`)).status).toBe(403);
});

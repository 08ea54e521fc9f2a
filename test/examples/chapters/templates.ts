import { makePhoto } from '../../support/files/samples.ts';
import type { Story } from '../story.ts';

const ready = {
  name: 'order_ready',
  category: 'UTILITY',
  language: 'en_US',
  components: [
    {
      type: 'BODY',
      text: 'Hello {{1}}, your order {{2}} is ready to be picked up.',
      example: { body_text: [['Ana', '1284']] },
    },
    { type: 'FOOTER', text: 'Aurora Bakery' },
  ],
};

/** Texts that the vendor has to approve. */
export async function recordTemplates(story: Story): Promise<void> {
  const { show, call, cast } = story;
  const channel = { channelId: cast.cloud };
  await show('POST /api/chat-templates/check', { body: { channelId: cast.cloud, draft: ready } });
  const made = await show('POST /api/channels/{channelId}/chat-templates', { path: channel, body: ready });
  const offer = await call('POST /api/channels/{channelId}/chat-templates', {
    path: channel,
    body: {
      name: 'panettone_offer',
      category: 'MARKETING',
      language: 'en_US',
      components: [
        {
          type: 'BODY',
          text: 'Hello {{1}}, our panettone is out of the oven: {{2}} until Sunday.',
          example: { body_text: [['Ana', '20 % off']] },
        },
      ],
    },
  });
  cast.offer = offer.id;
  await show('POST /api/channels/{channelId}/chat-templates/media-handle', {
    path: channel,
    file: { bytes: await makePhoto(), name: 'panettone.jpg' },
  });
  const simulator = { id: cast.cloud, name: 'table_reserved' };
  await show('PUT /api/simulator/channels/{id}/templates/{name}', {
    path: simulator,
    body: {
      language: 'en_US',
      category: 'UTILITY',
      status: 'APPROVED',
      quality: 'GREEN',
      components: [{ type: 'BODY', text: 'Your table by the window is reserved.' }],
    },
  });
  await show('POST /api/channels/{channelId}/chat-templates/sync', { path: channel });
  await show('GET /api/channels/{channelId}/chat-templates/sync', { path: channel });
  await show('GET /api/channels/{id}/platform/templates', { path: { id: cast.cloud } });
  await show('GET /api/chat-templates/{id}', { path: { id: made.id } });
  await show('GET /api/chat-templates', { query: { channelId: cast.cloud, search: 'order', limit: 2 } });
  await show('GET /api/chat-templates/stats', { query: { channelId: cast.cloud } });
  await show('DELETE /api/simulator/channels/{id}/templates/{name}', { path: simulator, query: { language: 'en_US' } });
  const spare = await call('POST /api/channels/{channelId}/chat-templates', {
    path: channel,
    body: { ...ready, name: 'order_late' },
  });
  await show('DELETE /api/chat-templates/{id}', { path: { id: spare.id } });
  await call('PUT /api/channels/{id}/ai-agent', {
    path: { id: cast.cloud },
    body: { aiAgentId: cast.agent },
  });
  await show('GET /api/ai-agents/{id}/channel-template-options', {
    path: { id: cast.agent },
    query: { category: 'UTILITY' },
  });
  await recordCatalogs(story);
}

/** The items of the agent are shown in the vendor's catalog. */
async function recordCatalogs({ show, call, cast, until, rename }: Story): Promise<void> {
  const channelId = cast.cloud;
  const sourceAiAgentId = cast.agent;
  const { data } = await show('GET /api/platform-catalogs', { query: { channelId } });
  const path = { channelId };
  rename(data[0].id, '440812773001');
  rename(data[1].id, '440812773002');
  await show('PUT /api/channels/{channelId}/platform-catalog', { path, body: { catalogId: data[0].id } });
  const finished = (id: string) =>
    until(async () => (await call('GET /api/platform-catalog-syncs/{id}', { path: { id } })).finishedAt);
  const first = await show('POST /api/channels/{channelId}/platform-catalog/sync', { path, body: { sourceAiAgentId } });
  await finished(first.id);
  await show('GET /api/channels/{channelId}/platform-catalog/sync', { path });
  await show('GET /api/platform-catalogs/products', { query: { channelId, sourceAiAgentId, limit: 2 } });
  // The simulated vendor refuses an item with this name.
  const item = await call('POST /api/ai-agents/{id}/catalog-items', {
    path: { id: sourceAiAgentId },
    body: { name: 'Refused rum cake', price: 48 },
  });
  const second = await call('POST /api/channels/{channelId}/platform-catalog/sync', {
    path,
    body: { sourceAiAgentId },
  });
  await finished(second.id);
  await show('POST /api/platform-catalog-syncs/{id}/retry', { path: { id: second.id } });
  await finished(second.id);
  await show('GET /api/platform-catalog-syncs/{id}', { path: { id: second.id } });
  await call('DELETE /api/ai-agents/{id}/catalog-items/{itemId}', { path: { id: sourceAiAgentId, itemId: item.id } });
  await show('DELETE /api/channels/{channelId}/platform-catalog', { path });
}

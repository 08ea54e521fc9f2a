import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import type { Story } from '../story.ts';
import { ana, tomas } from './inbox.ts';

const say = 'POST /api/conversations/{id}/messages';

/** What vendors, receivers and connected services refuse, or what cannot reach them. */
export async function recordRefusedSending(story: Story): Promise<void> {
  await recordRefusedMessages(story);
  await recordRefusedVendor(story);
  await recordRefusedCatalogs(story);
  await recordRefusedCampaigns(story);
  await recordRefusedConnections(story);
}

async function recordRefusedMessages({ refuse, call, cast }: Story): Promise<void> {
  const path = { id: cast.tomas };
  const simulator = { id: cast.channel };
  const faults = 'PUT /api/simulator/channels/{id}/faults';
  await refuse('window_closed', 'POST /api/conversations/new', {
    body: { channelId: cast.cloud, phoneNumber: '+5521976543210', content: 'Your panettone is ready.' },
  });
  await refuse('template_unusable', 'POST /api/conversations/new', {
    body: {
      channelId: cast.cloud,
      phoneNumber: '+5521976543210',
      template: { name: 'order_ready', language: 'fr_FR', variables: ['Marta', '1290'] },
    },
  });
  await call(faults, { path: simulator, body: { reject: { reason: 'temporary' } } });
  await refuse('provider_unreachable', say, { path, body: { content: 'Shall we write Lucía on it?' } });
  await call(faults, { path: simulator, body: { dropped: true } });
  await refuse('channel_not_connected', say, { path, body: { content: 'Shall we write Lucía on it?' } });
  await call(faults, { path: simulator, body: { dropped: false } });
}

async function recordRefusedVendor({ show, refuse, call, cast, graph }: Story): Promise<void> {
  await refuse('number_taken', 'PUT /api/channels/{id}/credentials', {
    path: { id: cast.cloud },
    body: graph.account,
  });
  await show('DELETE /api/channels/{id}/credentials', { path: { id: cast.account } });
  await refuse('channel_unsupported', 'GET /api/channels/{id}/platform/templates', {
    path: { id: cast.channel },
  });
  await refuse('channel_in_use', 'PUT /api/channels/{id}/driver', {
    path: { id: cast.channel },
    body: { driver: 'live' },
  });
  const faults = 'PUT /api/simulator/channels/{id}/faults';
  const path = { id: cast.cloud };
  await call(faults, { path, body: { failCalls: { reason: 'provider_failed' } } });
  await refuse('provider_failed', 'GET /api/channels/{id}/platform/templates', { path });
  await call(faults, { path, body: { failCalls: { reason: 'template_unusable' } } });
  await refuse('provider_refused', 'POST /api/channels/{channelId}/chat-templates', {
    path: { channelId: path.id },
    body: {
      name: 'opening_hours',
      category: 'UTILITY',
      language: 'en_US',
      components: [{ type: 'BODY', text: 'We open at half past six.' }],
    },
  });
  await call('POST /api/channels/{id}/deactivate', { path: { id: cast.account } });
  await refuse('channel_deactivated', 'POST /api/channels/{channelId}/chat-templates/sync', {
    path: { channelId: cast.account },
  });
}

async function recordRefusedCatalogs({ shop, refuse, keepProblem, call, cast }: Story): Promise<void> {
  const path = { channelId: cast.cloud };
  const at = `/api/channels/${cast.cloud}/chat-templates/sync`;
  await shop.api.put(`/api/simulator/channels/${cast.cloud}/faults`, { delayMs: 200 });
  keepProblem('sync_running', await Promise.all([shop.api.post(at), shop.api.post(at)]));
  await call('PUT /api/simulator/channels/{id}/faults', { path: { id: cast.cloud }, body: { delayMs: 0 } });
  await refuse('catalog_not_linked', 'POST /api/channels/{channelId}/platform-catalog/sync', {
    path,
    body: { sourceAiAgentId: cast.agent },
  });
  const { data } = await call('GET /api/platform-catalogs', { query: path });
  await call('PUT /api/channels/{channelId}/platform-catalog', { path, body: { catalogId: data[0].id } });
  await refuse('catalog_linked', 'PUT /api/channels/{channelId}/platform-catalog', {
    path,
    body: { catalogId: data[1].id },
  });
}

async function recordRefusedCampaigns({ refuse, call, cast }: Story): Promise<void> {
  await refuse('campaign_not_editable', 'PUT /api/marketing-campaigns/{id}/audience', {
    path: { id: cast.campaign },
    body: { rows: [{ phone: ana.from }] },
  });
  const campaign = await call('POST /api/marketing-campaigns', {
    body: { name: 'Easter 2027', channelId: cast.cloud, channelTemplateId: cast.offer, audienceSource: 'CSV' },
  });
  const path = { id: campaign.id };
  await refuse('campaign_not_startable', 'POST /api/marketing-campaigns/{id}/start', { path, body: {} });
  await call('PUT /api/marketing-campaigns/{id}/variables', {
    path,
    body: {
      mappings: [
        { variable: '1', source: 'CONTACT', value: 'firstName', fallback: 'there' },
        { variable: '2', source: 'FIXED', value: '10 % off' },
      ],
    },
  });
  await call('PATCH /api/contacts/{phone}', { path: { phone: tomas.from }, body: { optedOut: true } });
  await refuse('contact_opted_out', 'POST /api/marketing-campaigns/{id}/test', {
    path,
    body: { phoneNumber: tomas.from, name: tomas.name },
  });
}

async function recordRefusedConnections({ refuse, call, cast, rename }: Story): Promise<void> {
  const deliveries = await call('GET /api/developers/deliveries', { query: { status: 'DELIVERED' } });
  await call('PATCH /api/developers/webhooks/{id}', { path: { id: cast.endpoint }, body: { active: false } });
  await refuse('endpoint_disabled', 'POST /api/developers/deliveries/{id}/retry', {
    path: { id: deliveries.data[0].id },
  });
  const draft = { installationId: cast.installation, eventName: 'order.created', action: 'send_event' };
  const bind = 'POST /api/integrations/bindings';
  await refuse('unknown_event', bind, { body: { ...draft, eventName: 'order.eaten' } });
  await refuse('unknown_action', bind, { body: { ...draft, action: 'bake' } });
  await refuse('config_invalid', bind, {
    body: { ...draft, eventName: 'lead.captured', config: { path: '{{#open}}' } },
  });
  const { config } = await call('GET /api/integrations/bindings/{bindingId}', {
    path: { bindingId: cast.binding },
  });
  await refuse('binding_exists', bind, { body: { ...draft, config } });
  const secret = `whsec_${Buffer.from('signing secret of aurora bakery!').toString('base64')}`;
  const books = await startRestEndpoint(secret);
  rename(books.url, 'https://old-erp.aurora.example');
  books.authorization = 'Bearer another';
  const connect = (baseUrl: string, headers: object) => ({
    body: { connector: 'http', credentials: { baseUrl, signingSecret: secret, headers } },
  });
  await refuse(
    'credentials_refused',
    'POST /api/integrations',
    connect(books.url, { authorization: 'Bearer of 2025' }),
  );
  await refuse('connector_failed', 'POST /api/integrations', connect('http://127.0.0.1:9/', {}));
  const path = { installationId: cast.installation };
  await call('DELETE /api/integrations/{installationId}', { path });
  await refuse('installation_disconnected', bind, { body: { ...draft, eventName: 'order.deleted' } });
  const { jobs } = await call('GET /api/integrations/sync-jobs', { query: { status: 'FAILED' } });
  await refuse('binding_disabled', 'POST /api/integrations/sync-jobs/{jobId}/retry', { path: { jobId: jobs[0].id } });
}

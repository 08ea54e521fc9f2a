import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { startSink } from '../../doubles/webhook-sink.ts';
import { eventually } from '../../support/server/app.ts';
import { listen } from '../../support/server/event-stream.ts';
import type { Story } from '../story.ts';

type Sink = Awaited<ReturnType<typeof startSink>>;

const secret = `whsec_${Buffer.from('signing secret of aurora bakery!').toString('base64')}`;

/** Other software of the bakery hears of what happens. */
export async function recordSoftware(story: Story): Promise<void> {
  await recordWebhooks(story);
  await recordIntegrations(story);
}

async function recordWebhooks(story: Story): Promise<void> {
  const { show, call, cast, until } = story;
  const sink = await startSink();
  story.rename(sink.url, 'https://books.aurora.example');
  const endpoint = await show('POST /api/developers/webhooks', {
    body: { url: `${sink.url}/frontdesk`, events: ['order.created', 'order.updated'], description: 'Book-keeping' },
  });
  cast.endpoint = endpoint.id;
  const path = { id: endpoint.id };
  await recordStream(story);
  const delivery = await until(async () => (await call('GET /api/developers/deliveries')).data[0]);
  await show('GET /api/developers/deliveries', { query: { endpointId: endpoint.id, limit: 2 } });
  await show('GET /api/developers/deliveries/{id}', { path: { id: delivery.id } });
  await show('POST /api/developers/webhooks/{id}/test', { path });
  await show('PATCH /api/developers/webhooks/{id}', { path, body: { events: ['order.created', 'payment.succeeded'] } });
  await show('POST /api/developers/webhooks/{id}/rotate-secret', { path });
  await show('GET /api/developers/webhooks/{id}', { path });
  await show('GET /api/developers/webhooks');
  await show('GET /api/developers/events');
  const log = await show('GET /api/developers/logs', { query: { event: 'order.created', limit: 2 } });
  await show('GET /api/developers/logs/{id}', { path: { id: log.data[0].id } });
  await recordRetry(story, sink);
  await show('GET /api/developers/stats');
  const spare = await call('POST /api/developers/webhooks', {
    body: { url: `${sink.url}/old`, events: ['order.created'] },
  });
  await show('DELETE /api/developers/webhooks/{id}', { path: { id: spare.id } });
}

/** An order as the stream tells it, in each of its formats. */
async function recordStream({ shop, call, keep, until, cast }: Story): Promise<void> {
  const query = { types: 'order.created' };
  const asked: Record<string, string>[] = [{}, { accept: 'application/x-ndjson' }, { accept: 'application/jsonl' }];
  const streams = asked.map((headers) => ({ headers, stream: listen(shop.api, '?types=order.created', headers) }));
  await until(async () => streams.every(({ stream }) => stream.text() !== ''));
  await call('POST /api/orders', {
    body: {
      aiAgentId: cast.agent,
      clientName: 'Café Bixiga',
      clientPhone: '+5511943210987',
      items: [{ name: 'Butter croissant', quantity: 40, unitPrice: 8.5 }],
      total: 340,
    },
  });
  for (const { headers, stream } of streams) {
    const heard = await until(async () => stream.text().includes('}\n') && stream.text());
    stream.close();
    keep('GET /api/events/stream', { query, headers }, heard);
  }
}

/** The receiver fails twice; then somebody sends the delivery again, and somebody else at the same time. */
async function recordRetry({ shop, show, call, cast, keepProblem }: Story, sink: Sink): Promise<void> {
  sink.answerWith({ status: 500, body: 'Closed for stock-taking' });
  const client = { aiAgentId: cast.agent, clientName: 'Ana Souza', clientPhone: '+5511987654321' };
  const items = [{ name: 'Rye loaf', quantity: 1, unitPrice: 22 }];
  await call('POST /api/orders', { body: { ...client, items, total: 22 } });
  const failed = await eventually(async () => {
    const { body } = await shop.api.get('/api/developers/deliveries?status=RETRYING');
    return body.data[0]?.attemptCount === 2 && body.data[0];
  });
  sink.answerWith({ delayMs: 300 });
  const retry = () => shop.api.post(`/api/developers/deliveries/${failed.id}/retry`);
  keepProblem('not_retryable', await Promise.all([retry(), retry()]));
  sink.answerWith({});
  await show('POST /api/developers/deliveries/{id}/retry', { path: { id: failed.id } });
}

async function recordIntegrations(story: Story): Promise<void> {
  const { show, call, cast, until } = story;
  const books = await startRestEndpoint(secret);
  story.rename(books.url, 'https://erp.aurora.example');
  // The account of a connection is its host.
  story.rename(new URL(books.url).host, 'erp.aurora.example');
  const credentials = { baseUrl: books.url, signingSecret: secret };
  const installation = await show('POST /api/integrations', { body: { connector: 'http', credentials } });
  cast.installation = installation.id;
  const path = { installationId: installation.id };
  await show('PUT /api/integrations/{installationId}/credentials', { path, body: { credentials } });
  await show('POST /api/integrations/{installationId}/check', { path });
  await show('GET /api/integrations/{installationId}', { path });
  const draft = {
    installationId: installation.id,
    eventName: 'order.created',
    action: 'send_event',
    config: { path: '/sales', fields: { number: '{{data.number}}', total: '{{data.total}}' } },
  };
  await show('POST /api/integrations/bindings/preview', { body: draft });
  const binding = await show('POST /api/integrations/bindings', { body: draft });
  cast.binding = binding.id;
  const one = { path: { bindingId: binding.id } };
  await show('PATCH /api/integrations/bindings/{bindingId}', {
    ...one,
    body: { config: { ...draft.config, path: '/sales/{{data.number}}' } },
  });
  await show('GET /api/integrations/bindings/{bindingId}', one);
  await show('GET /api/integrations/bindings');
  books.answers = [
    { status: 422, body: 'Unknown customer' },
    { status: 422, body: 'Unknown customer' },
  ];
  const order = { aiAgentId: cast.agent, clientName: 'Ana Souza', clientPhone: '+5511987654321' };
  const items = [{ name: 'Rye loaf', quantity: 2, unitPrice: 22 }];
  await call('POST /api/orders', { body: { ...order, items, total: 44 } });
  await call('POST /api/orders', { body: { ...order, items, total: 44 } });
  const [job] = await until(async () => {
    const { jobs } = await call('GET /api/integrations/sync-jobs', { query: { status: 'FAILED' } });
    return jobs.length === 2 && jobs;
  });
  await show('POST /api/integrations/sync-jobs/{jobId}/retry', { path: { jobId: job.id } });
  await until(async () => (await call('GET /api/integrations/sync-jobs')).jobs[0]?.status === 'SUCCEEDED');
  await show('GET /api/integrations/sync-jobs/{jobId}', { path: { jobId: job.id } });
  await show('GET /api/integrations/sync-jobs', { query: { bindingId: binding.id, limit: 2 } });
  await show('GET /api/integrations');
  await recordBoard(story);
}

/** The board of deals is a connection, too. */
async function recordBoard({ show, call }: Story): Promise<void> {
  const crm = await call('POST /api/integrations', { body: { connector: 'crm', credentials: {} } });
  const path = { installationId: crm.id };
  const { data } = await show('GET /api/integrations/{installationId}/targets', {
    path,
    query: { action: 'create_card', limit: 2 },
  });
  const { data: stages } = await call('GET /api/integrations/{installationId}/targets', {
    path,
    query: { action: 'create_card', targetId: data[0].id },
  });
  const binding = await call('POST /api/integrations/bindings', {
    body: {
      installationId: crm.id,
      eventName: 'lead.captured',
      action: 'create_card',
      config: { stageId: stages[0].id, title: '{{data.name}}' },
    },
  });
  await show('DELETE /api/integrations/bindings/{bindingId}', { path: { bindingId: binding.id } });
  await show('DELETE /api/integrations/{installationId}', { path });
}

import { expect, test } from 'vitest';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { startApp } from '../../support/server/app.ts';
import { bind, install, newestJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

async function start() {
  const endpoint = await startRestEndpoint(secret);
  const app = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: new URL(endpoint.url).host } });
  const { id } = await install(app.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  return { ...app, endpoint, installationId: id as string };
}

const nested = (depth: number) => `${'{{#data.items}}'.repeat(depth)}x${'{{/data.items}}'.repeat(depth)}`;
const order = {
  id: 'ord_1',
  items: Array.from({ length: 50 }, (_, index) => ({ name: `Item ${index}`, quantity: 1 })),
};

test('sections more than five deep are rejected with the field when saved', async () => {
  const { api, installationId } = await start();
  const config = { fields: { all: nested(6) } };
  const body = { installationId, eventName: 'order.created', action: 'send_event', config };
  const refused = await api.post('/api/integrations/bindings', body);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'config_invalid',
      errors: [{ field: 'body.config.fields.all', message: 'has sections more than 5 deep' }],
    },
  });
});

test('nested lists end the job, and a preview, with a clear error, and nothing hangs', async () => {
  const app = await start();
  const { api, installationId, endpoint } = app;
  const config = { fields: { all: nested(5) } };
  const binding = await bind(api, installationId, 'order.created', 'send_event', config);
  await emit(app, 'order.created', order);
  const job = await newestJob(app, binding.id, 'FAILED');
  expect(job.error).toMatchObject({ code: 'template', message: expect.stringContaining('more than can be filled') });
  const body = { installationId, eventName: 'order.created', action: 'send_event', config };
  const preview = await api.post('/api/integrations/bindings/preview', body);
  expect(preview).toMatchObject({ status: 422, body: { code: 'config_invalid' } });
  expect(endpoint.calls).toEqual([]);
});

test('all fields of an event share one budget', async () => {
  const app = await start();
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, nested(2)]));
  const binding = await bind(app.api, app.installationId, 'order.created', 'send_event', { fields });
  await emit(app, 'order.created', order);
  expect((await newestJob(app, binding.id, 'FAILED')).error).toMatchObject({ code: 'template' });
});

test('a list of fifty lines can be rendered in several fields', async () => {
  const app = await start();
  const lines = '{{#data.items}}{{quantity}} x {{name}}, {{/data.items}}';
  const fields = { a: lines, b: lines, c: '{{data.items.length}}' };
  const binding = await bind(app.api, app.installationId, 'order.created', 'send_event', { fields });
  await emit(app, 'order.created', order);
  await newestJob(app, binding.id, 'SUCCEEDED');
  const { body } = app.endpoint.calls.at(-1) as { body: Record<string, string> };
  expect(body.a).toBe(order.items.map(({ name, quantity }) => `${quantity} x ${name}, `).join(''));
  expect(body.c).toBe('50');
});

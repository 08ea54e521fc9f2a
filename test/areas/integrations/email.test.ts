import { expect, test } from 'vitest';
import { startSmtpSink } from '../../doubles/smtp-sink.ts';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { bind, expectDisconnects, install, newestJob, retryJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

const login = { user: 'loja@example.com', password: 'correct horse battery' };
const config = {
  to: '{{data.clientEmail}}',
  subject: 'Pedido {{data.number}}',
  text: 'Olá {{data.clientName}}, recebemos o pedido.',
};
const order = { id: 'ord_1', number: 12, clientName: 'Maria', clientEmail: 'maria@example.com' };

async function start() {
  const sink = await startSmtpSink(login);
  const clock = new ManualClock();
  const app = await startApp({ clock, env: { FRONTDESK_OUTBOUND_ALLOW: `127.0.0.1:${sink.port}` } });
  const credentials = { host: '127.0.0.1', port: sink.port, security: 'none', from: 'loja@example.com', ...login };
  return { ...app, sink, clock, credentials };
}

async function startBound() {
  const app = await start();
  const installation = await install(app.api, 'email', app.credentials);
  const binding = await bind(app.api, installation.id, 'order.created', 'send_email', config);
  return { ...app, installation, binding };
}

test('an event sends one message, and the password is shown nowhere', async () => {
  const app = await startBound();
  const { sink, binding, installation } = app;
  expect(installation).toMatchObject({ state: 'CONNECTED', account: 'loja@example.com' });
  expect((await app.api.get(`/api/integrations/${installation.id}/targets?action=send_email`)).body.data).toEqual([]);
  await emit(app, 'order.created', order);
  const job = await newestJob(app, binding.id, 'SUCCEEDED');
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]).toMatchObject({ from: 'loja@example.com', to: ['maria@example.com'] });
  expect(sink.mails[0]?.raw).toContain('Subject: Pedido 12');
  expect(sink.mails[0]?.raw).toContain(`Message-ID: <${job.id}@example.com>`);
  expect(sink.mails[0]?.raw).toContain('Auto-Submitted: auto-generated');
  expect(job.reference).toBe(`<${job.id}@example.com>`);
  expect(JSON.stringify([job, installation])).not.toContain(login.password);
  await expectDisconnects(app, installation.id);
});

test('a value of the event cannot inject a header', async () => {
  const app = await startBound();
  await emit(app, 'order.created', { ...order, number: '1\r\nBcc: spy@example.com' });
  await newestJob(app, app.binding.id, 'SUCCEEDED');
  expect(app.sink.mails[0]?.to).toEqual(['maria@example.com']);
  expect(app.sink.mails[0]?.raw).not.toMatch(/^Bcc:/m);
});

test('wrong credentials, a host that is not allowed and a dead one are reported when connecting', async () => {
  const { api, credentials, sink } = await start();
  const connect = (change: object) =>
    api.post('/api/integrations', { connector: 'email', credentials: { ...credentials, ...change } });
  expect(await connect({ password: 'wrong' })).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });
  expect(await connect({ port: 25 })).toMatchObject({ status: 403, body: { code: 'outbound_not_allowed' } });
  expect(await connect({ host: '169.254.169.254' })).toMatchObject({ status: 403 });
  for (const host of ['a:b', 'mail.example:25', '[::1]', 'user@mail', 'a..b', '-', '1.2.3.4.5', ':', '']) {
    const { status, body } = await connect({ host });
    expect([host, status, body.errors?.[0].field]).toEqual([host, 400, 'body.credentials.host']);
  }
  await sink.close();
  expect(await connect({})).toMatchObject({ status: 502, body: { code: 'connector_failed' } });
});

test('a 4yz is retried automatically; a 5yz fails at once and is sent by a manual retry', async () => {
  const app = await startBound();
  const { sink, binding, clock } = app;
  sink.answers.push(451, 554);
  await emit(app, 'order.created', order);
  expect(await newestJob(app, binding.id, 'RETRYING', 1)).toMatchObject({ error: { code: 'busy' } });
  clock.advance(10_000);
  const failed = await newestJob(app, binding.id, 'FAILED', 2);
  expect(failed.error.code).toBe('refused');
  await retryJob(app, failed);
  expect(sink.mails).toHaveLength(1);
});

test('a message with an unknown outcome is not retried automatically', async () => {
  const app = await startBound();
  const { sink, binding, clock } = app;
  sink.answers.push('hang up');
  await emit(app, 'order.created', order);
  await newestJob(app, binding.id, 'RETRYING', 1);
  clock.advance(10_000);
  const failed = await newestJob(app, binding.id, 'FAILED', 2);
  expect(failed.error.code).toBe('outcome_unknown');
  expect(sink.mails).toHaveLength(1);
  await retryJob(app, failed);
  expect(sink.mails).toHaveLength(2);
});

test('an invalid address is reported and nothing is sent', async () => {
  const app = await startBound();
  await emit(app, 'order.created', { ...order, clientEmail: 'nobody' });
  const failed = await newestJob(app, app.binding.id, 'FAILED', 1);
  expect(failed.error.message).toBe('"nobody" is not an e-mail address');
  await emit(app, 'order.created', { ...order, clientEmail: null });
  await app.settle();
  expect((await newestJob(app, app.binding.id, 'FAILED', 1)).error.message).toBe('The message has no recipient');
  expect(app.sink.mails).toEqual([]);
});

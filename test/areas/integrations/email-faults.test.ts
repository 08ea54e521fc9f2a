import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readLeft } from '../../../server/platform/running/running-board.ts';
import { certificate, startSmtpSink } from '../../doubles/smtp-sink.ts';
import { freePort } from '../../support/environment/free-port.ts';
import { startApp } from '../../support/server/app.ts';
import { bind, install, newestJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

const login = { user: 'loja@example.com', password: 'correct horse battery' };

async function start(encryption: 'none' | 'starttls' | 'tls') {
  const sink = await startSmtpSink(login, encryption);
  const closed = await freePort();
  const allow = `127.0.0.1:${sink.port},127.0.0.1:${closed},localhost:${sink.port},nowhere.invalid:25`;
  const app = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: allow } });
  const usual = { host: '127.0.0.1', port: sink.port, security: encryption, from: 'loja@example.com', ...login };
  const connect = async (change: object = {}) => {
    const credentials = { ...usual, ...change };
    const { status, body } = await app.api.post('/api/integrations', { connector: 'email', credentials });
    return { status, told: `${body.code ?? ''}: ${body.detail ?? ''}`, body };
  };
  return { ...app, sink, usual, closed, connect };
}

test.each(['starttls', 'tls'] as const)(
  'an untrusted certificate is reported over %s, and the owner can trust it',
  async (encryption) => {
    const { api, sink, usual, connect } = await start(encryption);
    const { status, told } = await connect();
    expect(status).toBe(502);
    expect(told).toContain('certificate of the server is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(sink.mails).toEqual([]);
    for (const host of ['127.0.0.1', 'localhost']) {
      expect([host, (await connect({ host, ca: certificate })).status]).toEqual([host, 201]);
    }
    // A connection that worked before fails with the cause as its code.
    const made = await install(api, 'email', { ...usual, ca: certificate });
    expect((await api.post(`/api/integrations/${made.id}/check`)).body.ok).toBe(true);
  },
);

test('an invalid certificate is rejected with its field', async () => {
  const { connect } = await start('tls');
  for (const ca of ['hello', certificate.replace('MII', 'XXX'), `${certificate}\nand more`, certificate.repeat(11)]) {
    const { status, body } = await connect({ ca });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'body.credentials.ca']);
  }
});

test.each<[string, 'none' | 'starttls' | 'tls', object, number, RegExp]>([
  ['offers no STARTTLS', 'none', { security: 'starttls' }, 502, /offers no STARTTLS/],
  ['speaks no TLS', 'none', { security: 'tls' }, 502, /does not speak TLS on this port/],
  ['knows another password', 'none', { password: 'wrong' }, 422, /refused user and password \(535\)/],
  ['has no such name', 'none', { host: 'nowhere.invalid', port: 25 }, 502, /nowhere\.invalid/],
])('a mail server that %s is reported as such', async (_what, encryption, change, status, message) => {
  const { connect } = await start(encryption);
  const answer = await connect(change);
  expect([answer.status, answer.told]).toEqual([status, expect.stringMatching(message)]);
});

test('a port on which nothing listens is reported with its number', async () => {
  const { connect, closed } = await start('none');
  const { told } = await connect({ port: closed });
  expect(told).toContain(`Nothing answers at 127.0.0.1:${closed}: is the port right?`);
});

test('a server that waits for TLS is distinguished from a slow one', { timeout: 120_000 }, async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const app = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: `127.0.0.1:${port}` } });
  const credentials = { host: '127.0.0.1', port, security: 'none', from: 'loja@example.com' };
  const answer = await app.api.post('/api/integrations', { connector: 'email', credentials });
  expect(answer).toMatchObject({ status: 502, body: { code: 'connector_failed' } });
  expect(answer.body.detail).toContain('expects TLS from the first byte');
  silent.close();
});

test('a rejected sender and a rejected recipient have different codes and the server’s message', async () => {
  const app = await start('none');
  const { api, sink, usual } = app;
  const { id } = await install(api, 'email', usual);
  const config = { to: '{{data.clientEmail}}', subject: 'Pedido', text: 'Olá' };
  const binding = await bind(api, id, 'order.created', 'send_email', config);
  const order = { id: 'ord_1', clientEmail: 'maria@example.com' };
  sink.refusals['maria@example.com'] = 550;
  await emit(app, 'order.created', order);
  const first = await newestJob(app, binding.id, 'FAILED', 1);
  expect(first.error).toEqual({
    code: 'recipient_refused',
    message: 'The mail server refused the recipient: 550 not this one',
  });
  sink.refusals['loja@example.com'] = 553;
  await emit(app, 'order.created', { ...order, id: 'ord_2' });
  await app.settle();
  await expect.poll(async () => (await newestJob(app, binding.id, 'FAILED', 1)).id).not.toBe(first.id);
  expect((await newestJob(app, binding.id, 'FAILED', 1)).error.code).toBe('sender_refused');
});

test('a slow mail server does not count as a hang of the process', async () => {
  const app = await start('none');
  const { api, sink, usual, home } = app;
  const { id } = await install(api, 'email', usual);
  const config = { to: 'maria@example.com', subject: 'Pedido', text: 'Olá' };
  await bind(api, id, 'order.created', 'send_email', config);
  sink.answers.push('wait');
  await emit(app, 'order.created', { id: 'ord_1' });
  await expect.poll(() => sink.mails).toHaveLength(1);
  await expect.poll(() => readLeft(home)?.entries).toMatchObject([{ kind: 'sync', state: 'waiting' }]);
});

import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openWorkspace, startApp } from '../support/server/app.ts';
import { sendRaw } from '../support/server/raw-request.ts';
import { openAssistant } from '../support/shop/assistant.ts';
import { makeAgent, pizzas } from '../support/shop/sales.ts';

/** Requests that clients of comparable APIs send, according to their issue trackers. */

async function open() {
  const { api } = await openWorkspace();
  const headers = { authorization: `Bearer ${api.key}` };
  const send = (method: string, path: string, extra: Record<string, string> = {}, body?: string | Buffer) =>
    sendRaw(api.url + path, { method, headers: { ...headers, ...extra }, ...(body === undefined ? {} : { body }) });
  const json = (path: string, body: string | Buffer, type = 'application/json') =>
    send('POST', path, { 'content-type': type }, body);
  return { api, send, json };
}

const faultOf = ({ status, body }: { status: number; body: { errors: { field: string; code: string }[] } }) => [
  status,
  body.errors[0]?.field,
  body.errors[0]?.code,
];

describe('text', () => {
  const latin1 = Buffer.from(JSON.stringify({ phone: '+5511980000013', name: 'João' }), 'latin1');

  test('that is not UTF-8 is refused, and never stored with its characters lost', async () => {
    const { api, json, send } = await open();
    expect(faultOf(await json('/api/contacts', latin1))).toEqual([400, 'body', 'invalid_encoding']);
    expect(faultOf(await send('GET', '/api/contacts?search=Jo%E3o'))).toEqual([400, 'query', 'invalid_encoding']);
    const form = (head: Buffer) =>
      Buffer.concat([Buffer.from('--edge\r\n'), head, Buffer.from('\r\n\r\nOi\r\n--edge--\r\n')]);
    const upload = async (head: string) => {
      const type = { 'content-type': 'multipart/form-data; boundary=edge' };
      const path = `/api/ai-agents/${await makeAgent(api)}/knowledge/upload`;
      return faultOf(await send('POST', path, type, form(Buffer.from(head, 'latin1'))));
    };
    const named = 'Content-Disposition: form-data; name="file"; filename="cardápio.txt"';
    expect(await upload(named)).toEqual([400, 'body.file', 'invalid_encoding']);
    expect(await upload(named.replace('"file"', '"ficheirão"'))).toEqual([400, 'body.file', 'invalid_encoding']);
    expect((await api.get('/api/contacts')).body.total).toBe(0);
  });

  test('in another declared encoding is refused with 415', async () => {
    const { json } = await open();
    expect((await json('/api/contacts', latin1, 'application/json; charset=ISO-8859-1')).status).toBe(415);
  });

  test.each([
    ['{"phone":"+5511980000013","name":"a\\ud800"}', 'body.name'],
    ['{"phone":"+5511980000013","tags":["vip","a\\u0000"]}', 'body.tags[1]'],
    ['{"phone":"+5511980000013","\\udc00":1}', 'body'],
  ])('with NUL or half a character is refused: %s', async (body, field) => {
    const { json } = await open();
    expect(faultOf(await json('/api/contacts', body))).toEqual([400, field, 'invalid_text']);
  });

  test('with NUL in the query is refused, and a percent sign that escapes nothing is one', async () => {
    const { send } = await open();
    expect(faultOf(await send('GET', '/api/contacts?search=a%00b'))).toEqual([400, 'query.search', 'invalid_text']);
    expect((await send('GET', '/api/contacts?search=50%')).status).toBe(200);
  });
});

describe('a request', () => {
  test.each([
    'application/json; charset=UTF-8',
    'application/json;charset="utf8"',
    'application/merge-patch+json',
    'application/vnd.api+json',
  ])('may have a JSON body of the type %s', async (type) => {
    const { json } = await open();
    expect((await json('/api/contacts', '{"phone":"+5511980000013"}', type)).status).toBe(201);
  });

  test('may say JSON and have no body where it needs none', async () => {
    const { api, send } = await open();
    const { body } = await api.post('/api/orders', pizzas(await makeAgent(api)));
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    expect((await send('DELETE', `/api/orders/${body.id}`, headers)).status).toBe(200);
  });

  test('may end its path with a slash, use HEAD, and ask for the methods of a path', async () => {
    const { send } = await open();
    expect((await send('GET', '/api/orders/')).status).toBe(200);
    expect(await send('HEAD', '/api/orders')).toMatchObject({ status: 200, body: '' });
    const options = await send('OPTIONS', '/api/orders', { authorization: '' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, POST']);
  });

  test('may have more than one space before its key', async () => {
    const { api, send } = await open();
    expect((await send('GET', '/api/orders', { authorization: `Bearer   ${api.key}` })).status).toBe(200);
  });

  test('that no server can read is answered with a problem document', async () => {
    const { api } = await open();
    const ask = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('close', () => resolve(answer)).on('error', reject);
      });
    const large = await ask(`GET /api/orders HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1\.1 431 .*application\/problem\+json.*"code":"headers_too_large"/s);
    const broken = await ask('NONSENSE\r\n\r\n');
    expect(broken).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json.*"code":"validation_failed"/s);
  });

  test('with a tag that a proxy made weak is refused with the reason', async () => {
    const { api } = await open();
    const { body, headers } = await api.post('/api/orders', pizzas(await makeAgent(api)));
    const weak = { headers: { 'if-match': `W/${headers.get('etag')}` } };
    const refused = await api.patch(`/api/orders/${body.id}`, { notes: 'A' }, weak);
    expect([refused.status, refused.body.detail]).toEqual([412, expect.stringContaining('without W/')]);
  });
});

describe('a query', () => {
  test.each(
    ['status=PREPARING,READY_FOR_PICKUP', 'status=PREPARING&status=READY_FOR_PICKUP'].concat([
      'status[]=PREPARING&status[]=READY_FOR_PICKUP',
      'status%5B0%5D=PREPARING&status%5B1%5D=READY_FOR_PICKUP',
    ]),
  )('may write a list as %s', async (query) => {
    const { api } = await open();
    const agent = await makeAgent(api);
    for (const paymentStatus of ['PENDING', 'PAID']) await api.post('/api/orders', pizzas(agent, { paymentStatus }));
    const { body } = await api.get(`/api/orders?${query}`);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['PREPARING']);
  });

  test('may write true as Python does, and the plus of an offset as it is', async () => {
    const { api } = await open();
    expect((await api.get('/api/channels?includeDeactivated=True')).status).toBe(200);
    expect((await api.get('/api/channels?includeDeactivated=yes')).status).toBe(400);
    expect((await api.get('/api/orders?dateFrom=2026-01-01T00:00:00+03:00')).status).toBe(200);
  });
});

test('an event stream asks proxies not to buffer it', async () => {
  const { api } = await openWorkspace();
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${api.key}` };
  const stream = await fetch(`${api.url}/api/events/stream`, { headers, signal: leave.signal });
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  leave.abort();
});

describe('a program that speaks MCP', () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  test('may accept anything, and is refused a stream and the end of a session', async () => {
    const shop = await startApp();
    await openAssistant(shop);
    const headers = { authorization: `Bearer ${shop.api.key}`, 'content-type': 'application/json' };
    const ask = (method: string, accept: string, body?: string) =>
      sendRaw(`${shop.api.url}/mcp`, { method, headers: { ...headers, accept }, ...(body ? { body } : {}) });
    for (const accept of ['*/*', '', 'application/json, text/event-stream']) {
      expect((await ask('POST', accept, list)).status).toBe(200);
    }
    for (const method of ['GET', 'DELETE']) {
      const refused = await ask(method, 'text/event-stream');
      expect([refused.status, refused.headers.allow]).toEqual([405, 'POST']);
    }
  });
});

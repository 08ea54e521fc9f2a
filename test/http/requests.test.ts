import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startApp } from '../support/server/app.ts';
import { sendRaw } from '../support/server/raw-request.ts';

const path = '/api/quick-replies';
const largest = 6 * 1024 * 1024;

async function startRaw() {
  const { api } = await startApp();
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  const post = (body: string | Buffer | Iterable<Buffer>, extra = {}) =>
    sendRaw(api.url + path, { method: 'POST', headers: { ...headers, ...extra }, body });
  return { api, post };
}

describe('the request id', () => {
  test.each(['abcdefgh', 'trace-01.A_b', 'x'.repeat(64)])(
    'is the caller’s when it is a plain token: %s',
    async (id) => {
      const { api } = await startApp();
      const answer = await api.get(path, { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toBe(id);
    },
  );

  test.each(['short', 'has space here', 'x'.repeat(65), '<script>alert'])('is a new one instead of %s', async (id) => {
    const { api } = await startApp();
    const answer = await api.get('/api/nothing', { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{20,40}$/);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  });
});

describe('a refusal', () => {
  test('is a problem document that reports all faults at once', async () => {
    const { api } = await startApp();
    const refused = await api.post(path, { shortcut: 7, surprise: true });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(refused.body).toEqual({
      type: 'urn:frontdesk:problem:validation_failed',
      title: expect.any(String),
      status: 400,
      detail: expect.any(String),
      code: 'validation_failed',
      requestId: refused.headers.get('x-request-id'),
      errors: expect.arrayContaining([
        { field: 'body.shortcut', code: 'invalid_type', message: expect.any(String) },
        { field: 'body.content', code: 'invalid_type', message: expect.any(String) },
        { field: 'body.surprise', code: 'unknown_field', message: expect.any(String) },
      ]),
    });
  });

  test('of an internal error reveals nothing internal', async () => {
    const { api, app } = await startApp();
    await app.platform.write(({ db }) => db.schema.dropTable('quick_replies').execute());
    const failed = await api.get(path);
    expect(failed.status).toBe(500);
    expect(failed.body.code).toBe('internal_error');
    expect(JSON.stringify(failed.body)).not.toMatch(/quick_replies|sqlite|select|\.ts/i);
  });
});

describe('the body', () => {
  test.each(['{', '{"a":', 'nonsense', '{"shortcut":"a",}', '\u0000'])(
    'is rejected when it is not JSON: %j',
    async (body) => {
      const { post } = await startRaw();
      const refused = await post(body);
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].code).toBe('invalid_json');
      expect(JSON.stringify(refused.body)).not.toContain('position');
    },
  );

  test('is refused when it is nested 50 deep', async () => {
    const { post } = await startRaw();
    const refused = await post(`{"content":${'['.repeat(50)}${']'.repeat(50)}}`);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].code).toBe('too_deep');
  });

  test.each(['{"__proto__":{"admin":true}}', '{"content":[{"__proto__":1}]}'])(
    'may not touch a prototype: %s',
    async (body) => {
      const { post } = await startRaw();
      const refused = await post(body);
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].field).toBe('body.__proto__');
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    },
  );

  test('that is declared too large is rejected before it is sent', async () => {
    const { api } = await startRaw();
    const headers = {
      authorization: `Bearer ${api.key}`,
      'content-type': 'application/json',
      'content-length': largest + 1,
    };
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(api.url + path, { method: 'POST', headers });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        resolve(incoming.statusCode);
        outgoing.destroy();
      });
      outgoing.flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('that turns out to be too large is refused', async () => {
    const { post } = await startRaw();
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const refused = await post(
      Array.from({ length: 7 }, () => chunk),
      { 'transfer-encoding': 'chunked' },
    );
    expect(refused.status).toBe(413);
    expect(refused.body.code).toBe('payload_too_large');
  });

  test('is refused when it is compressed', async () => {
    const { post } = await startRaw();
    const refused = await post(gzipSync(JSON.stringify({ shortcut: 'a', content: 'b' })), {
      'content-encoding': 'gzip',
    });
    expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('may begin with a byte order mark', async () => {
    const { post } = await startRaw();
    expect((await post(`\uFEFF${JSON.stringify({ shortcut: 'a', content: 'b' })}`)).status).toBe(201);
  });

  test.each(['"tags":', '"unknown":'])(
    'with an array of 200,000 entries in %s is rejected without an internal error',
    async (field) => {
      const { api } = await startApp();
      const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
      const body = `{"phone":"+5511987654321",${field}[${'{},'.repeat(200_000)}{}]}`;
      const refused = await sendRaw(`${api.url}/api/leads`, { method: 'POST', headers, body });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
      expect(refused.body.errors.length).toBeLessThanOrEqual(100);
    },
  );

  test('of nearly 6 MiB is accepted', async () => {
    const { post } = await startRaw();
    const refused = await post(JSON.stringify({ shortcut: 'a', content: 'c'.repeat(largest - 100) }));
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].field).toBe('body.content');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', ''])(
    'of the content type %j is rejected',
    async (contentType) => {
      const { post } = await startRaw();
      const refused = await post('{"shortcut":"a","content":"b"}', { 'content-type': contentType });
      expect(refused.status).toBe(415);
      expect(refused.body.code).toBe('unsupported_media_type');
    },
  );

  test('may name its character set', async () => {
    const { post } = await startRaw();
    const body = '{"shortcut":"olá","content":"b"}';
    const created = await post(body, { 'content-type': 'application/json; charset=utf-8' });
    expect(created.status).toBe(201);
    expect(created.body.shortcut).toBe('olá');
  });
});

describe('a path', () => {
  test.each(['/api/nothing', '/api', '/nothing', '/api/quick-replies/a/b/c', '/API/quick-replies'])(
    'that does not exist is 404: %s',
    async (unknown) => {
      const { api } = await startApp();
      const answer = await api.get(unknown);
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('not_found');
    },
  );

  test('reports the methods that it allows', async () => {
    const { api } = await startApp();
    const refused = await api.put('/api/quick-replies', {});
    expect(refused.status).toBe(405);
    expect(refused.body.code).toBe('method_not_allowed');
    expect(refused.headers.get('allow')).toBe('GET, POST');
    expect((await api.put('/api/quick-replies/x', {})).headers.get('allow')).toBe('PATCH, DELETE');
  });

  test.each(['%zz', '%ff', '%', 'a%2'])('that cannot be decoded is 404: %s', async (id) => {
    const { api, withScopes } = await startApp();
    expect((await api.get(`/api/conversations/${id}/messages`)).status).toBe(404);
    expect((await api.delete(`/api/quick-replies/${id}`)).status).toBe(404);
    expect((await api.delete(`/api/quick-replies/${id}`, { key: null })).status).toBe(401);
    const reader = await withScopes('leads.read');
    expect((await reader.delete(`/api/quick-replies/${id}`)).status).toBe(403);
  });

  test('may contain any text as an identifier', async () => {
    const { api } = await startApp();
    for (const id of ["' or 1=1 --", '😀', '%00', 'x'.repeat(2_000)]) {
      expect((await api.delete(`/api/quick-replies/${encodeURIComponent(id)}`)).status).toBe(404);
    }
  });

  test('ignores unknown query parameters', async () => {
    const { api } = await startApp();
    expect((await api.get(`${path}?surprise=1&__proto__=2`)).status).toBe(200);
  });
});

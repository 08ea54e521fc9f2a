import { expect, test } from 'vitest';
import { version } from '../../server/version.ts';
import { openWorkspace } from '../support/server/app.ts';

test('reports its health without a key', async () => {
  const { api } = await openWorkspace();
  const answer = await api.get('/healthz', { key: null });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ status: 'ok', version });
});

test('serves its OpenAPI document without a key on this machine', async () => {
  const { api } = await openWorkspace();
  const answer = await api.get('/api/openapi.json', { key: null });
  expect(answer.status).toBe(200);
  expect(answer.body.openapi).toMatch(/^3\.1/);
  expect(answer.body.info.version).toBe(version);
  expect(answer.body.paths['/api/quick-replies'].post['x-scope']).toBe('library.write');
});

test('serves an API reference that loads nothing from other hosts', async () => {
  const { api } = await openWorkspace();
  for (const path of ['/docs', '/docs/guides/errors', '/docs/operations/createOrder', '/docs/events/order.created']) {
    const page = await api.get(path, { key: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
    const sources = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect((await api.get(source, { key: null })).status, source).toBe(200);
  }
});

test('compresses the API document for those who take that', async () => {
  const { api } = await openWorkspace();
  const encodingFor = async (encoding: string) => {
    const answer = await fetch(`${api.url}/api/openapi.json`, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(((await answer.json()) as { openapi: string }).openapi).toMatch(/^3\.1/);
    return answer.headers.get('content-encoding');
  };
  expect([await encodingFor('gzip'), await encodingFor('identity')]).toEqual(['gzip', null]);
});

test('does not reveal what it is built with', async () => {
  const { api } = await openWorkspace();
  const answer = await api.get('/api/quick-replies');
  expect(answer.headers.get('x-powered-by')).toBeNull();
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
});

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
  const page = await api.get('/docs', { key: null });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const sources = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
  expect(sources.length).toBeGreaterThan(2);
  for (const source of sources) {
    expect(source).toMatch(/^\/docs\//);
    const asset = await api.get(source, { key: null });
    expect(asset.status).toBe(200);
    expect(String(asset.body).length).toBeGreaterThan(50);
  }
});

test('does not reveal what it is built with', async () => {
  const { api } = await openWorkspace();
  const answer = await api.get('/api/quick-replies');
  expect(answer.headers.get('x-powered-by')).toBeNull();
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
});

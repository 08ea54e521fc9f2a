import { describe, expect, test } from 'vitest';
import { createKey, listKeys, revokeKey, rotateKey } from '../../server/platform/access/api-keys.ts';
import { Client, openWorkspace, startApp, type TestApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';

const path = '/api/quick-replies';
const reply = { shortcut: '/hi', content: 'Hello!' };

const makeKey = ({ app, workspace }: TestApp, expiresAt: string | null) =>
  app.platform.write(({ db, now }) =>
    createKey(db, { workspaceId: workspace.id, name: 'mortal', scopes: ['all'], expiresAt, now }),
  );

describe('the API key', () => {
  test('is read from the Authorization header, whose scheme is case-insensitive', async () => {
    const { api } = await openWorkspace();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await api.get(path, { key: null, headers: { authorization: `${scheme} ${api.key}` } });
      expect(answer.status).toBe(200);
    }
  });

  test('is rejected in another place or form', async () => {
    const { api } = await openWorkspace();
    const asHeader = (authorization: string) => api.get(path, { key: null, headers: { authorization } });
    expect((await api.get(`${path}?api_key=${api.key}&key=${api.key}`, { key: null })).status).toBe(401);
    expect((await api.get(path, { key: null, headers: { 'x-api-key': api.key } })).status).toBe(401);
    expect((await asHeader(api.key)).status).toBe(401);
    expect((await asHeader(`Basic ${api.key}`)).status).toBe(401);
    expect((await asHeader(`Bearer ${api.key} ${api.key}`)).status).toBe(401);
    expect((await asHeader(`Bearer ${api.key.slice(0, -1)}`)).status).toBe(401);
    expect((await asHeader('Bearer')).status).toBe(401);
  });

  test('has different codes for missing and invalid', async () => {
    const { api } = await openWorkspace();
    const missing = await api.get(path, { key: null });
    expect(missing.body.code).toBe('unauthorized');
    expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="Frontdesk"');
    const wrong = await api.get(path, { key: 'fd_live_x' });
    expect(wrong.body.code).toBe('invalid_token');
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('is rejected from the moment it is revoked', async () => {
    const started = await openWorkspace();
    const { key, row } = await makeKey(started, null);
    expect((await started.api.get(path, { key })).status).toBe(200);
    await started.app.platform.write(({ db, now }) => revokeKey(db, row.id, now));
    expect((await started.api.get(path, { key })).status).toBe(401);
  });

  test('is rejected from the moment it expires', async () => {
    const clock = new ManualClock('2026-11-21T12:00:00.000Z');
    const started = await startApp({ clock });
    const { key } = await makeKey(started, '2026-11-21T13:00:00.000Z');
    clock.advance(3_599_999);
    expect((await started.api.get(path, { key })).status).toBe(200);
    clock.advance(1);
    expect((await started.api.get(path, { key })).status).toBe(401);
  });

  test('stays valid for a day after its rotation', async () => {
    const clock = new ManualClock();
    const started = await startApp({ clock });
    const old = await makeKey(started, null);
    const rotated = await started.app.platform.write(({ db, now }) => rotateKey(db, old.row.id, now));
    const fresh = new Client(started.api.url, rotated?.key ?? '');
    expect((await fresh.get(path)).status).toBe(200);
    expect((await fresh.get(path, { key: old.key })).status).toBe(200);
    clock.advance(24 * 3_600_000);
    expect((await fresh.get(path, { key: old.key })).status).toBe(401);
    expect((await fresh.get(path)).status).toBe(200);
  });

  test('records when it was last used', async () => {
    const { api, app, settle } = await startApp({ clock: new ManualClock() });
    await api.get(path);
    await api.post(path, reply);
    await settle();
    const [key] = await listKeys(app.platform.database.read, null);
    expect(key?.lastUsedAt).toBe('2026-11-21T12:00:00.000Z');
  });
});

test('checks 401, then 403, then 400, then 404, then 412', async () => {
  const { api, withScopes } = await openWorkspace();
  const reader = await withScopes('library.read');
  const target = '/api/media-library/none';
  const stale = { 'if-match': '"stale"' };
  expect((await api.patch(target, { wrong: 1 }, { key: null, headers: stale })).status).toBe(401);
  expect((await reader.patch(target, { wrong: 1 }, { headers: stale })).status).toBe(403);
  expect((await api.patch(target, { wrong: 1 }, { headers: stale })).status).toBe(400);
  expect((await api.patch(target, { name: 'A' }, { headers: stale })).status).toBe(404);
  const file = { id: 'a', name: 'A', url: 'https://shop.example/a', contentType: 'a/b', kind: 'IMAGE' };
  await api.post('/api/media-library', { ...file, sizeBytes: 0, usageCount: 0 });
  expect((await api.patch('/api/media-library/a', { name: 'A' }, { headers: stale })).status).toBe(412);
});

test('names the missing scope', async () => {
  const { withScopes } = await openWorkspace();
  const reader = await withScopes('library.read');
  const refused = await reader.post(path, reply);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toContain('scope="library.write"');
  expect((await reader.get(path)).status).toBe(200);
});

describe('a trial that has ended', () => {
  test('refuses writes and allows reads', async () => {
    const { api, app } = await openWorkspace();
    await api.post(path, reply);
    await app.platform.write(({ db, now }) => db.updateTable('workspaces').set({ trial_ends_at: now }).execute());
    const refused = await api.post(path, { ...reply, shortcut: '/more' });
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('trial_locked');
    expect((await api.get(path)).body.data).toHaveLength(1);
  });

  test('refuses nothing before its end', async () => {
    const { api, app } = await openWorkspace();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await app.platform.write(({ db }) => db.updateTable('workspaces').set({ trial_ends_at: tomorrow }).execute());
    expect((await api.post(path, reply)).status).toBe(201);
  });
});

describe('the rate limit', () => {
  test('refuses requests above the burst, reports when to retry, and then admits them again', async () => {
    const clock = new ManualClock();
    const { api } = await startApp({ clock, env: { FRONTDESK_RATE_LIMIT: '3/1' } });
    const first = await api.get(path);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=3;w=3');
    expect(first.headers.get('ratelimit')).toBe('"default";r=2;t=1');
    await api.get(path);
    await api.get(path);
    const refused = await api.get(path);
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('rate_limited');
    expect(refused.headers.get('retry-after')).toBe('1');
    clock.advance(1_000);
    expect((await api.get(path)).status).toBe(200);
    expect((await api.get(path)).status).toBe(429);
  });

  test('counts each key separately', async () => {
    const { api, withScopes } = await startApp({ clock: new ManualClock(), env: { FRONTDESK_RATE_LIMIT: '1/1' } });
    const other = await withScopes('all');
    await api.get(path);
    expect((await api.get(path)).status).toBe(429);
    expect((await other.get(path)).status).toBe(200);
  });

  test('sends no headers when it is off', async () => {
    const { api } = await openWorkspace();
    expect((await api.get(path)).headers.get('ratelimit')).toBeNull();
  });
});

test('an address that guesses keys gets 429, a valid key is admitted', async () => {
  const clock = new ManualClock();
  const { api } = await startApp({ clock, env: { FRONTDESK_RATE_LIMIT: '300/30' } });
  const bad = (key: string) => api.get('/api/channels', { key });
  for (let guess = 0; guess < 10; guess++) expect((await bad(`fd_live_${guess}`)).status).toBe(401);
  const slowed = await bad('fd_live_x');
  expect([slowed.status, slowed.body.code, slowed.headers.get('retry-after')]).toEqual([429, 'rate_limited', '6']);
  expect((await api.get('/api/channels')).status).toBe(200);
  await clock.advance(6_000);
  expect((await bad('fd_live_y')).status).toBe(401);
});

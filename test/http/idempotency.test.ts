import { describe, expect, test } from 'vitest';
import { serveLoopback } from '../support/environment/loopback.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { Client, openWorkspace, startApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { signIn } from '../support/server/console.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const path = '/api/quick-replies';
const reply = { shortcut: '/hi', content: 'Hello!' };
const under = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a POST under an Idempotency-Key', () => {
  test('returns the first response to a repeat, and runs once', async () => {
    const { api } = await openWorkspace();
    const first = await api.post(path, reply, under('order-1'));
    const again = await api.post(path, reply, under('order-1'));
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('runs once when 20 arrive concurrently', async () => {
    const { api } = await openWorkspace();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(path, reply, under('rush'))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect((await api.get(path)).body.data).toHaveLength(1);
  });

  test('refuses another request under the same key', async () => {
    const { api } = await openWorkspace();
    await api.post(path, reply, under('order-1'));
    const refused = await api.post(path, { ...reply, content: 'Other' }, under('order-1'));
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('idempotency_conflict');
  });

  test('is independent per operation and caller, and conflicts with another resource', async () => {
    const { api, withScopes } = await openWorkspace();
    const { body: first } = await api.post(path, reply, under('same'));
    const { body: second } = await api.post(path, { ...reply, shortcut: '/bye' });
    expect((await api.post(`${path}/${first.id}/used`, undefined, under('same'))).body.usageCount).toBe(1);
    expect((await api.post(`${path}/${second.id}/used`, undefined, under('same'))).status).toBe(409);
    const other = await withScopes('all');
    const free = await other.post(path, { ...reply, shortcut: '/other' }, under('same'));
    expect(free.status).toBe(201);
    expect(free.headers.get('idempotent-replayed')).toBeNull();
  });

  test('is independent per workspace of the console', async () => {
    const owner = await signIn(await openWorkspace());
    const place = { name: 'Filial', country: 'BR', timezone: 'America/Recife', language: 'pt' };
    const { body: other } = await owner.post('/owner/workspaces', place);
    const first = await owner.post(path, reply, under('both'));
    await owner.put('/owner/session/workspace', { workspaceId: other.id });
    const there = await owner.post(path, reply, under('both'));
    expect([there.status, there.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(there.body.id).not.toBe(first.body.id);
    expect((await owner.get(path)).body.data).toHaveLength(1);
  });

  test('may be retried under its key after a refusal', async () => {
    const { api } = await openWorkspace();
    const { body: taken } = await api.post(path, reply);
    expect((await api.post(path, reply, under('retry'))).status).toBe(409);
    await api.delete(`${path}/${taken.id}`);
    expect((await api.post(path, reply, under('retry'))).status).toBe(201);
  });

  test('is forgotten after 24 hours', async () => {
    const clock = new ManualClock();
    const { api } = await startApp({ clock });
    const { body: first } = await api.post(path, reply, under('old'));
    clock.advance(24 * 3_600_000 - 1);
    expect((await api.post(path, reply, under('old'))).body.id).toBe(first.id);
    clock.advance(2);
    expect((await api.post(path, reply, under('old'))).body.code).toBe('shortcut_taken');
  });

  test.each(['', 'k'.repeat(256), 'tab\tinside', 'ação'])('rejects the key %j', async (key) => {
    const { api } = await openWorkspace();
    const refused = await api.post(path, reply, under(key));
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].field).toBe('header.Idempotency-Key');
    expect((await api.get(path)).body.data).toEqual([]);
  });

  test.each(['k', 'k'.repeat(255), 'with space, and "quotes"'])('accepts the key %j', async (key) => {
    const { api } = await openWorkspace();
    expect((await api.post(path, reply, under(key))).status).toBe(201);
    expect((await api.post(path, reply, under(key))).headers.get('idempotent-replayed')).toBe('true');
  });

  test('that awaits the network is not repeated after a crash', async () => {
    const home = await temporaryFolder();
    const asked = Promise.withResolvers<void>();
    let isSlow = true;
    const url = await serveLoopback((_request, response) => {
      asked.resolve();
      if (!isSlow) response.end();
    });
    const { key } = await cliJson(home, ['keys', 'create', '--name', 'crash', '--scopes', 'all']);
    const env = { FRONTDESK_OUTBOUND_ALLOW: new URL(url).host };
    const body = { connector: 'http', credentials: { baseUrl: url, signingSecret: 'k'.repeat(16) } };
    const server = await startServerProcess(home, env);
    const cutOff = new Client(server.url, key).post('/api/integrations', body, under('connect')).catch(() => 'cut off');
    await asked.promise;
    await server.end('SIGKILL');
    expect(await cutOff).toBe('cut off');

    isSlow = false;
    const api = new Client((await startServerProcess(home, env)).url, key);
    const again = await api.post('/api/integrations', body, under('connect'));
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_interrupted']);
    expect((await api.post('/api/integrations', body, under('connect-2'))).status).toBe(201);
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listLicences } from '../../../build/write-licences.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import { startApp, type TestAppOptions } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';

async function startShop(options: TestAppOptions = {}) {
  const shop = await startApp(options);
  return { ...shop, owner: await signIn(shop) };
}

test('one request returns all settings that the console shows', async () => {
  const { owner, workspace, api } = await startShop({ env: { FRONTDESK_OUTBOUND_ALLOW: '127.0.0.1:9' } });
  await api.post('/api/channels', { name: 'First', provider: 'CLOUD_API' });
  const { status, body } = await owner.get('/owner/settings');
  expect(status).toBe(200);
  expect(body).toEqual({
    shop: { id: workspace.id, name: 'My shop', country: 'BR', timezone: 'America/Sao_Paulo', language: 'pt' },
    languageModel: null,
    outbound: { allowed: [], fromEnvironment: ['127.0.0.1:9'] },
    usage: ['channels', 'agents', 'contacts', 'messagesPerMonth', 'storageBytes'].map((kind) => ({
      kind,
      used: kind === 'channels' ? 1 : 0,
      limit: null,
    })),
    trial: { endsAt: null, locked: false },
    storage: {
      databaseBytes: expect.any(Number),
      blobsBytes: 0,
      backupsBytes: 0,
      freeBytes: expect.any(Number),
    },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect(body.storage.databaseBytes).toBeGreaterThan(100_000);
  expect((await owner.get('/owner/storage')).body).toMatchObject({ blobsBytes: 0 });
});

test('the shop is changed field by field, and an invalid field is named', async () => {
  const { owner } = await startShop();
  const changed = await owner.patch('/owner/settings/shop', { name: ' Pizzaria Bella ', timezone: 'Europe/Lisbon' });
  expect(changed.body.shop).toMatchObject({ name: 'Pizzaria Bella', timezone: 'Europe/Lisbon', country: 'BR' });
  const cases: [object, string][] = [
    [{ timezone: 'Mars/Base' }, 'body.timezone'],
    [{ country: 'Brasil' }, 'body.country'],
    [{ language: 'fr' }, 'body.language'],
    [{ name: '  ' }, 'body.name'],
    [{ limits: {} }, 'body.limits'],
  ];
  for (const [body, field] of cases) {
    const refused = await owner.patch('/owner/settings/shop', body);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, field]);
  }
});

test('a language model is set and tested; its key is never shown and not sent to another host', async () => {
  const { owner, app } = await startShop();
  const model = await startLanguageModel('Sure: {"sum": 5}');
  expect((await owner.post('/owner/settings/language-model/test')).status).toBe(404);
  const draft = { baseUrl: model.baseUrl, model: 'small-1' };
  const saved = await owner.put('/owner/settings/language-model', { ...draft, key: 'sk-canary-of-the-shop' });
  expect(saved.body).toEqual({ ...draft, hasKey: true });
  const tested = await owner.post('/owner/settings/language-model/test');
  expect(tested.body).toEqual({ ok: true, latencyMs: expect.any(Number), error: null });
  expect(model.requests[0]).toMatchObject({
    authorization: 'Bearer sk-canary-of-the-shop',
    body: { model: 'small-1' },
  });

  const renamed = await owner.put('/owner/settings/language-model', { ...draft, model: 'small-2' });
  expect(renamed.body.hasKey).toBe(true);
  const other = await startLanguageModel('I would rather not');
  const moved = await owner.put('/owner/settings/language-model', { baseUrl: other.baseUrl, model: 'small-2' });
  expect(moved.body.hasKey).toBe(false);
  const failed = await owner.post('/owner/settings/language-model/test');
  expect(failed.body).toMatchObject({ ok: false, error: expect.stringContaining('something other') });
  expect(other.requests[0]?.authorization).toBeUndefined();

  const rows = await app.platform.database.read.selectFrom('settings').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('canary');
  expect((await owner.delete('/owner/settings/language-model')).status).toBe(204);
  expect((await owner.get('/owner/settings')).body.languageModel).toBeNull();
});

test('a language model in the local network must be allowed first', async () => {
  const { owner } = await startShop({ env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
  const draft = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'small-1' };
  const refused = await owner.put('/owner/settings/language-model', draft);
  expect([refused.status, refused.body.code]).toEqual([403, 'outbound_not_allowed']);
  const allowed = await owner.post('/owner/settings/outbound', { entry: ' 127.0.0.1:11434 ' });
  expect(allowed.body.allowed).toEqual(['127.0.0.1:11434']);
  expect((await owner.put('/owner/settings/language-model', draft)).status).toBe(200);
  const taken = await owner.delete(`/owner/settings/outbound/${encodeURIComponent('127.0.0.1:11434')}`);
  expect([taken.status, taken.body.allowed]).toEqual([200, []]);
  const wrong = await owner.post('/owner/settings/outbound', { entry: 'the kitchen' });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'body.entry']);
});

test('limits are set and removed one by one, and apply at once', async () => {
  const { owner, api } = await startShop();
  const limited = await owner.patch('/owner/settings/limits', { channels: 1, contacts: 3 });
  const limitsOf = (body: { usage: { kind: string; limit: number | null }[] }) =>
    Object.fromEntries(body.usage.map(({ kind, limit }) => [kind, limit]));
  expect(limitsOf(limited.body)).toMatchObject({ channels: 1, contacts: 3, agents: null });
  const addChannel = (name: string) => api.post('/api/channels', { name, provider: 'CLOUD_API' });
  expect((await addChannel('First')).status).toBe(201);
  expect((await addChannel('Second')).body.code).toBe('quota_exceeded');
  const lifted = await owner.patch('/owner/settings/limits', { channels: null });
  expect(limitsOf(lifted.body)).toMatchObject({ channels: null, contacts: 3 });
  expect((await addChannel('Second')).status).toBe(201);
  expect((await owner.patch('/owner/settings/limits', { contacts: -1 })).status).toBe(400);
});

test('a trial is started, announced by one event and ended permanently', async () => {
  const { owner, events } = await startShop();
  const endsAt = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const started = await owner.post('/owner/settings/trial', { endsAt });
  expect(started.body.trial).toEqual({ endsAt, locked: false });
  const past = await owner.post('/owner/settings/trial', { endsAt: '2020-01-01T00:00:00Z' });
  expect([past.status, past.body.errors[0].field]).toEqual([400, 'body.endsAt']);
  expect((await events('trial.started')).map(({ source, data }) => [source, data.trialEndsAt])).toEqual([
    ['CONSOLE', endsAt],
  ]);
  const ended = await owner.delete('/owner/settings/trial');
  expect(ended.body.trial).toEqual({ endsAt: null, locked: false });
});

test('the licences match the installed packages (node build/write-licences.ts writes them)', async () => {
  const { owner } = await startShop();
  const written = readFileSync(new URL('../../../server/areas/owner/licences.json', import.meta.url), 'utf8');
  expect(written).toBe(listLicences());
  const { data } = (await owner.get('/owner/licences')).body;
  expect(data).toEqual(JSON.parse(written));
  const names = data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'express', 'react', 'electron']));
  expect(names).not.toContain('vitest');
});

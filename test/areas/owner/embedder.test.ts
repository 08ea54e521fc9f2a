import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbedder } from '../../doubles/embedder.ts';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { eventually, startApp, type TestAppOptions } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';

const path = '/owner/settings/embedder';
const rest = { model: 'tiny', queryPrefix: '', passagePrefix: '', minSimilarity: null };

async function startShop(options: TestAppOptions = {}) {
  const shop = await startApp(options);
  return { ...shop, owner: await signIn(shop) };
}

test('an embedding model is tested, used and removed, and its key is never shown', async () => {
  const { owner } = await startShop();
  const embedder = await startEmbedder([['tapete']]);
  const draft = { kind: 'openai', baseUrl: embedder.baseUrl, key: 'sk-canary', ...rest };
  expect((await owner.get(path)).body).toMatchObject({ embedder: null, isServing: false, progress: 0 });

  const tested = await owner.post(`${path}/test`, draft);
  expect(tested.body).toEqual({ ok: true, dimension: 2, latencyMs: expect.any(Number), error: null });
  expect((await owner.get(path)).body.embedder).toBeNull();

  const saved = await owner.put(path, draft);
  expect(saved.status).toBe(200);
  expect(saved.body.embedder).toEqual({ kind: 'openai', baseUrl: draft.baseUrl, hasKey: true, dimension: 2, ...rest });
  expect(embedder.requests.at(-1)?.authorization).toBe('Bearer sk-canary');
  const served = await eventually(async () => {
    const { body } = await owner.get(path);
    return body.isServing && body;
  });
  expect(served.progress).toBe(100);
  expect(JSON.stringify(served)).not.toContain('canary');

  expect((await owner.delete(path)).status).toBe(204);
  expect((await owner.get(path)).body.embedder).toBeNull();
});

test('an embedding model that returns no vectors is rejected', async () => {
  const { owner } = await startShop();
  const embedder = await startEmbedder([]);
  const draft = { kind: 'openai', baseUrl: embedder.baseUrl, key: null, ...rest };
  embedder.fault = { status: 500 };
  const tested = await owner.post(`${path}/test`, draft);
  expect(tested.body).toMatchObject({ ok: false, dimension: null, error: expect.stringContaining('500') });
  const refused = await owner.put(path, draft);
  expect([refused.status, refused.body.code]).toEqual([502, 'model_failed']);
  expect(refused.body.detail).toContain('500');
  const { model: _, ...local } = { ...rest, kind: 'local', folder: '/nowhere/at/all' };
  expect((await owner.put(path, local)).body.code).toBe('model_failed');
  expect((await owner.get(path)).body.embedder).toBeNull();
});

test('an embedding model in the local network must be allowed first', async () => {
  const { owner } = await startShop({ env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
  const draft = { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', key: null, ...rest };
  expect((await owner.put(path, draft)).body.code).toBe('outbound_not_allowed');
  const files = [{ path: 'config.json', url: 'http://127.0.0.1:9/config.json', sha256: '0'.repeat(64) }];
  const refused = await owner.post(`${path}/model`, { name: 'tiny', files });
  expect([refused.status, refused.body.code]).toEqual([403, 'outbound_not_allowed']);
});

test('a model is downloaded into the data folder only when its hash matches', async () => {
  const { owner } = await startShop();
  const bytes = '{"model_type":"bert"}';
  const url = await serveLoopback((_request, response) => response.end(bytes));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { proposal } = (await owner.get(path)).body;
  expect(proposal).toMatchObject({ name: 'multilingual-e5-small', queryPrefix: 'query: ', download: null });
  const files = [{ path: 'config.json', url: `${url}/config.json`, sha256 }];
  const started = await owner.post(`${path}/model`, { name: proposal.name, files });
  expect(started.status).toBe(202);
  const done = await eventually(async () => {
    const { download } = (await owner.get(path)).body.proposal;
    return download?.status === 'DONE' && download;
  });
  expect(done).toEqual({ status: 'DONE', progress: 100, error: null });
  expect(await readFile(join(proposal.folder, 'config.json'), 'utf8')).toBe(bytes);
});

test('the notices contain a pause, the end of the trial and the demo shop', async () => {
  const { owner, app, workspace } = await startShop();
  const quiet = {
    ...{ sendingPaused: null, movedFrom: null, absence: null, diskFull: false, databaseDamage: null },
    ...{ trialEnded: false, demoWorkspaceId: null, stoppedAnswering: null, setAside: 0 },
  };
  expect((await owner.get('/owner/notices')).body).toEqual(quiet);
  await owner.post('/owner/sending', { paused: true });
  await app.platform.write(({ db }) =>
    db
      .updateTable('workspaces')
      .set({ trial_ends_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', workspace.id)
      .execute(),
  );
  expect((await owner.get('/owner/notices')).body).toEqual({ ...quiet, sendingPaused: 'owner', trialEnded: true });
  const { body: demo } = await owner.post('/owner/demo', { language: 'pt' });
  const { trialEnded, demoWorkspaceId } = (await owner.get('/owner/notices')).body;
  expect([trialEnded, demoWorkspaceId]).toEqual([false, demo.workspaceId]);
  app.platform.storage.markFull();
  expect((await owner.get('/owner/notices')).body.diskFull).toBe(true);
});

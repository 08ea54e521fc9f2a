import { get } from 'node:http';
import { expect, test } from 'vitest';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { ConsoleClient, signIn } from '../../support/server/console.ts';

test('a link signs in once', async () => {
  const { app, api } = await startApp();
  const link = await app.createLoginLink();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#[\w-]{43}$/);
  const token = link.split('#')[1];
  const first = await api.post('/owner/login', { token }, { key: null });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ pageSecret: expect.stringMatching(/^[\w-]{43}$/) });
  expect(first.headers.getSetCookie()[0]).toMatch(
    /^frontdesk_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
  );
  const again = await api.post('/owner/login', { token }, { key: null });
  expect([again.status, again.body.code]).toEqual([401, 'login_refused']);
});

test('a link is valid for an hour', async () => {
  const clock = new ManualClock();
  const { app, api } = await startApp({ clock });
  const token = (await app.createLoginLink()).split('#')[1];
  await clock.advance(61 * 60_000);
  expect((await api.post('/owner/login', { token }, { key: null })).status).toBe(401);
});

test('the session grants all scopes of the API, with source CONSOLE, and the owner operations', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const made = await owner.post('/api/quick-replies', { shortcut: 'oi', content: 'Olá!' });
  expect(made.status).toBe(201);
  const state = await owner.get('/owner/session');
  expect(state.body).toMatchObject({ needsSetup: true, isRemote: false, workspace: { id: shop.workspace.id } });
  await owner.post('/api/crm/pipelines', { name: 'Vendas' });
  expect((await owner.get('/owner/sessions')).body.data).toMatchObject([{ isCurrent: true, isRemote: false }]);
});

test('no key can call an owner operation, whatever its scopes', async () => {
  const { api } = await startApp();
  const answer = await api.get('/owner/keys');
  expect([answer.status, answer.body.code]).toEqual([403, 'owner_only']);
  expect((await api.get('/owner/keys', { key: null })).status).toBe(401);
  expect((await api.get('/api/openapi.json')).body.paths).not.toHaveProperty('/owner/keys');
});

test('a page of another port of this machine cannot use the cookie', async () => {
  const owner = await signIn(await startApp());
  for (const site of ['same-site', 'cross-site', 'none']) {
    const answer = await owner.get('/owner/session', { headers: { 'sec-fetch-site': site } });
    expect([answer.status, answer.body.code]).toEqual([403, 'cross_origin']);
  }
  const posted = await owner.delete('/owner/demo', { headers: { origin: 'http://127.0.0.1:9' } });
  expect(posted.status).toBe(403);
});

test('a server of another port that received the cookie lacks the page secret', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { cookie } = owner.headers;
  const other = await signIn(shop);
  const answers = [];
  for (const page of [undefined, '', 'x'.repeat(43), owner.secrets.cookie, other.secrets.page]) {
    const stolen = { cookie: cookie as string, ...(page === undefined ? {} : { 'x-frontdesk-page': page }) };
    for (const [method, path] of [
      ['GET', '/owner/session'],
      ['GET', '/api/contacts'],
      ['GET', '/api/events/stream'],
      ['GET', '/owner/export'],
      ['POST', '/owner/keys'],
      ['POST', '/owner/downloads'],
      ['POST', '/owner/logout'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      const { status } = await shop.api.call(method, path, body, { key: null, headers: stolen });
      answers.push(status);
    }
  }
  expect(new Set(answers)).toEqual(new Set([401]));
  expect((await owner.get('/owner/session')).status).toBe(200);
});

test('a download address works once, for a minute, and only in the browser that requested it', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const owner = await signIn(shop);
  const other = await signIn(shop);
  const { cookie = '' } = owner.headers;
  const offer = async (path = '/owner/export') => (await owner.post('/owner/downloads', { path })).body.url as string;
  /** Requests a download as a browser does: without the page’s header. */
  const fetchAs = async (headers: Record<string, string>, url: string, method = 'GET') => {
    const response = await fetch(shop.api.url + url, { method, headers });
    await response.body?.cancel();
    return response.status;
  };
  const url = await offer();
  expect(url).toMatch(/^\/owner\/export\?ticket=[\w-]{43}$/);
  expect(await fetchAs({}, url)).toBe(401);
  expect(await fetchAs({ cookie: other.headers.cookie ?? '' }, url)).toBe(401);
  expect(await fetchAs({ cookie }, `${url}&more=1`)).toBe(401);
  expect(await fetchAs({ cookie }, url.replace('/owner/export', '/owner/session'))).toBe(401);
  expect(await fetchAs({ cookie }, url, 'POST')).toBe(405);
  expect(await fetchAs({ cookie }, url)).toBe(200);
  expect(await fetchAs({ cookie }, url)).toBe(401);
  const late = await offer();
  await clock.advance(61_000);
  expect(await fetchAs({ cookie }, late)).toBe(401);
  for (const path of ['/api/contacts', '//evil.example/owner/x', '/owner/export?x=1', 'https://evil.example']) {
    expect((await owner.post('/owner/downloads', { path })).status).toBe(400);
  }
});

test('signing out ends the session and deletes the cookie', async () => {
  const owner = await signIn(await startApp());
  const out = await owner.post('/owner/logout');
  expect(out.status).toBe(204);
  expect(out.headers.get('set-cookie')).toMatch(/^frontdesk_session=; .*Max-Age=0$/);
  expect((await owner.get('/owner/session')).status).toBe(401);
});

test('a session that was ended, or not used for 30 days, is rejected', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const ended = await signIn(shop);
  const idle = await signIn(shop);
  const { sessionId } = (await ended.get('/owner/session')).body;
  expect((await ended.delete(`/owner/sessions/${sessionId}`)).status).toBe(204);
  expect((await ended.get('/owner/session')).status).toBe(401);
  expect((await idle.get('/owner/session')).status).toBe(200);
  await clock.advance(31 * 24 * 3_600_000);
  expect((await idle.get('/owner/session')).status).toBe(401);
});

test('a passphrase signs in; a wrong one does not, and guessing is rate-limited', async () => {
  const shop = await startApp({ clock: new ManualClock() });
  const owner = await signIn(shop);
  expect((await owner.put('/owner/passphrase', { passphrase: 'short' })).status).toBe(400);
  expect((await owner.put('/owner/passphrase', { passphrase: 'pizza de borda' })).status).toBe(204);
  const tryOne = (passphrase: string) => shop.api.post('/owner/login', { passphrase }, { key: null });
  expect((await tryOne('pizza de borda')).status).toBe(200);
  const statuses = [];
  for (let round = 0; round < 10; round++) statuses.push((await tryOne(`guess ${round}`)).status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('the wizard names the shop and its owner, and is not shown again', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const place = { name: 'Pizzaria Bela', country: 'BR', timezone: 'America/Recife', language: 'pt' };
  expect((await owner.post('/owner/setup', { ...place, timezone: 'Mars/Base' })).status).toBe(400);
  expect((await owner.post('/owner/setup', { ...place, personName: 'Lúcia' })).body).toMatchObject(place);
  const user = { name: 'Lúcia', role: 'owner' };
  expect((await owner.get('/owner/session')).body).toMatchObject({ needsSetup: false, workspace: place, user });
});

test('a further workspace can be created and switched to', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const place = { name: 'Filial', country: 'BR', timezone: 'America/Recife', language: 'pt' };
  const made = await owner.post('/owner/workspaces', place);
  expect(made.status).toBe(201);
  expect((await owner.put('/owner/session/workspace', { workspaceId: 'ws_x' })).status).toBe(404);
  await owner.put('/owner/session/workspace', { workspaceId: made.body.id });
  expect((await owner.get('/owner/session')).body.workspace.name).toBe('Filial');
  expect((await owner.get('/api/quick-replies')).body.data).toEqual([]);
});

test('a key is created, used, rotated and revoked', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const bad = await owner.post('/owner/keys', { name: 'POS', scopes: ['orders.read', 'nonsense'] });
  expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'body.scopes[1]']);
  const made = await owner.post('/owner/keys', { name: 'POS', scopes: ['orders.read'] });
  expect(made.status).toBe(201);
  expect((await shop.api.get('/api/orders', { key: made.body.key })).status).toBe(200);
  expect((await shop.api.get('/api/leads', { key: made.body.key })).status).toBe(403);
  const rotated = await owner.post(`/owner/keys/${made.body.id}/rotate`);
  expect((await shop.api.get('/api/orders', { key: rotated.body.key })).status).toBe(200);
  const revoked = await owner.delete(`/owner/keys/${made.body.id}`);
  expect(revoked.body.revokedAt).not.toBeNull();
  expect((await shop.api.get('/api/orders', { key: made.body.key })).status).toBe(401);
  expect((await owner.get('/owner/keys')).body.data.map((key: { name: string }) => key.name)).toContain('POS');
  const other = await shop.otherWorkspace();
  const [foreign] = await shop.app.platform.database.read
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '!=', shop.workspace.id)
    .execute();
  expect(other.key).toBeTruthy();
  expect((await owner.delete(`/owner/keys/${foreign?.id}`)).status).toBe(404);
});

test('an unknown path returns the console to a browser and 404 to other software', async () => {
  const { api } = await startApp();
  const page = await api.get('/inbox/conv_1', { key: null, headers: { accept: 'text/html,*/*' } });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  const missing = await api.get('/nothing', { key: null });
  expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
});

test('the event stream sends each event once, resumes after a break, and ends with its key', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { body: made } = await owner.post('/owner/keys', { name: 'screen', scopes: ['developers.read'] });
  const agentDraft = { name: 'Bia' };
  const first = listen(shop.api.url, made.key, '');
  await eventually(async () => first.text().includes('retry: 2000'));
  const created = await owner.post('/api/ai-agents', agentDraft);
  expect(created.status).toBe(201);
  await eventually(async () => first.text().includes('"type":"bot.created"'));
  const [, id] = /^id: (evt_\w+)$/m.exec(first.text()) ?? [];
  first.close();
  await owner.post('/api/ai-agents', { ...agentDraft, name: 'Ana' });
  const second = listen(shop.api.url, made.key, id ?? '');
  await eventually(async () => second.text().includes('"Ana"'));
  expect(second.text()).not.toContain('"Bia"');
  await owner.delete(`/owner/keys/${made.id}`);
  await eventually(async () => second.isOver());
});

test('a server that stops ends its open streams', async () => {
  const shop = await startApp();
  const stream = listen(shop.api.url, shop.api.key, '');
  await eventually(async () => stream.text().includes('retry'));
  await shop.app.stop();
  await eventually(async () => stream.isOver());
  expect(stream.isComplete()).toBe(true);
});

test('an unknown cookie is rejected', async () => {
  const { api } = await startApp();
  const stranger = new ConsoleClient(api.url, { cookie: 'abc', page: 'abc' });
  expect((await stranger.get('/owner/session')).status).toBe(401);
});

/** A stream as a browser reads it. */
function listen(url: string, key: string, lastEventId: string) {
  let text = '';
  let over = false;
  let isComplete = false;
  const headers = { authorization: `Bearer ${key}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
  const request = get(`${url}/api/events/stream`, { headers }, (response) => {
    response.on('data', (chunk) => {
      text += chunk;
    });
    response.on('close', () => {
      over = true;
      isComplete = response.complete;
    });
  });
  request.on('error', () => {});
  return { text: () => text, isOver: () => over, isComplete: () => isComplete, close: () => request.destroy() };
}

test.each([
  ['ten spaces', '          ', 'short'],
  ['nine letters among spaces', '   neun oder   ', 'short'],
  ['one letter', 'aaaaaaaaaaaa', 'repeated'],
  ['a run again and again', 'pão-pão-pão-pão', 'repeated'],
  ['a longer run', 'umdois umdois um', 'repeated'],
  ['counting on', '1234567890', 'repeated'],
  ['counting back', '98765 43210', 'repeated'],
  ['the alphabet', 'ABCDEFGHIJKL', 'repeated'],
  ['a phone number', '+55 11 98765-4321', 'common'],
  ['a common one', 'Contraseña 2026!', 'common'],
  ['a row of keys', 'QwertyUiop1', 'common'],
  ['the name of the shop', 'Padaria da Praça', 'shopName'],
  ['the name with a year', 'padariadapraca2026', 'shopName'],
  ['four words', 'forno lua sabão trilho', null],
  ['what a machine makes', 'kX9-vq2T.mm', null],
  ['the name within more', 'a padaria da praça abre cedo', null],
])('a passphrase that is %s', async (_what, passphrase, weakness) => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const place = { name: 'Padaria da Praça', country: 'BR', timezone: 'America/Recife', language: 'pt' };
  await owner.post('/owner/setup', place);
  expect((await owner.post('/owner/passphrase/check', { passphrase })).body).toEqual({ weakness });
  const set = await owner.put('/owner/passphrase', { passphrase });
  expect([set.status, set.body.errors?.[0].code]).toEqual(weakness === null ? [204, undefined] : [400, weakness]);
  expect((await owner.get('/owner/session')).body.hasPassphrase).toBe(weakness === null);
});

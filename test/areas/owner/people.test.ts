import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { eventually, startApp } from '../../support/server/app.ts';
import { addPerson, type ConsoleClient, goodPassphrase, signIn, signInByName } from '../../support/server/console.ts';
import { openConversation } from '../../support/shop/conversation.ts';

async function startShop() {
  const shop = await startApp();
  const owner = await signIn(shop);
  const logIn = (login: object) => shop.api.post('/owner/login', login, { key: null });
  return { ...shop, owner, logIn };
}

const meOf = async (client: ConsoleClient) => (await client.get('/owner/session')).body.user;
const isIn = async (client: ConsoleClient) => (await client.get('/owner/session')).status === 200;
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('the people of the console', () => {
  test('begin with one owner, whom a link signs in', async () => {
    const { owner } = await startShop();
    const [first, ...others] = (await owner.get('/owner/people')).body.data;
    expect(others).toEqual([]);
    expect(first).toEqual({
      id: expect.stringMatching(/^usr_/),
      name: expect.stringMatching(/^(Owner|Responsável|Responsable)$/),
      role: 'owner',
      hasPassphrase: false,
      disabledAt: null,
      sessions: 1,
      lastSeenAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await meOf(owner)).toEqual({ id: first.id, name: first.name, role: 'owner' });
  });

  test('are added, renamed, and given another role', async () => {
    const { owner } = await startShop();
    const { id, client } = await addPerson(owner, 'Ana Souza');
    expect(await meOf(client)).toEqual({ id, name: 'Ana Souza', role: 'attendant' });
    expect((await client.get('/owner/keys')).status).toBe(403);
    const changed = await owner.patch(`/owner/people/${id}`, { name: 'Ana Lima', role: 'owner' });
    expect(changed.body).toMatchObject({ id, name: 'Ana Lima', role: 'owner', hasPassphrase: true, sessions: 1 });
    expect(await meOf(client)).toEqual({ id, name: 'Ana Lima', role: 'owner' });
    expect((await client.get('/owner/keys')).status).toBe(200);
    expect(outcome(await owner.patch('/owner/people/usr_x', { name: 'X' }))).toEqual([404, 'not_found']);
  });

  test('have names that differ by more than case and accents', async () => {
    const { owner } = await startShop();
    const { id } = await addPerson(owner, 'José');
    const again = await owner.post('/owner/people', { name: 'JOSE', role: 'attendant' });
    expect(outcome(again)).toEqual([409, 'name_taken']);
    await addPerson(owner, 'Ana');
    expect(outcome(await owner.patch(`/owner/people/${id}`, { name: 'ana' }))).toEqual([409, 'name_taken']);
    expect((await owner.patch(`/owner/people/${id}`, { name: 'JOSÉ' })).status).toBe(200);
  });

  test.each([
    [{ name: ' ', role: 'attendant' }, 'body.name'],
    [{ name: 'x'.repeat(81), role: 'attendant' }, 'body.name'],
    [{ name: 'Ana', role: 'chef' }, 'body.role'],
    [{ name: 'Ana', role: 'attendant', passphrase: 'short' }, 'body.passphrase'],
    [{ name: 'Ana Paula Souza', role: 'attendant', passphrase: 'anapaulasouza1' }, 'body.passphrase'],
  ])('are refused as %j', async (draft, field) => {
    const { owner } = await startShop();
    const { status, body } = await owner.post('/owner/people', draft);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  test('can be assigned to by everyone while they are not disabled', async () => {
    const { owner } = await startShop();
    const { id, client } = await addPerson(owner, 'Ana');
    const { id: gone } = await addPerson(owner, 'Bia');
    await owner.patch(`/owner/people/${gone}`, { disabled: true });
    const { id: ownerId, name } = await meOf(owner);
    const { data } = (await client.get('/owner/colleagues')).body;
    expect(data).toEqual([
      { id: ownerId, name },
      { id, name: 'Ana' },
    ]);
  });

  test('the last owner who is not disabled can be neither disabled, demoted nor deleted', async () => {
    const { owner } = await startShop();
    const { id } = await meOf(owner);
    const other = await addPerson(owner, 'Rui', 'owner');
    await owner.patch(`/owner/people/${other.id}`, { disabled: true });
    for (const answer of [
      await owner.patch(`/owner/people/${id}`, { disabled: true }),
      await owner.patch(`/owner/people/${id}`, { role: 'attendant' }),
      await owner.delete(`/owner/people/${id}`),
    ]) {
      expect(outcome(answer)).toEqual([409, 'last_owner']);
    }
    expect(await isIn(owner)).toBe(true);
    await owner.patch(`/owner/people/${other.id}`, { disabled: false });
    expect((await owner.delete(`/owner/people/${id}`)).status).toBe(204);
    expect(await isIn(owner)).toBe(false);
  });
});

describe('signing in by name', () => {
  test('needs no name while one person alone has a passphrase', async () => {
    const { owner, logIn } = await startShop();
    await owner.put('/owner/passphrase', { passphrase: goodPassphrase });
    expect((await logIn({ passphrase: goodPassphrase })).status).toBe(200);
    const { id } = await addPerson(owner, 'Ana');
    const nameless = await logIn({ passphrase: goodPassphrase });
    expect([nameless.status, nameless.body.errors[0].field]).toEqual([400, 'body.name']);
    await owner.patch(`/owner/people/${id}`, { disabled: true });
    expect((await logIn({ passphrase: goodPassphrase })).status).toBe(200);
  });

  test('ignores case and accents, and opens the session of that person', async () => {
    const { api, owner } = await startShop();
    const { id } = await addPerson(owner, 'João Esteves');
    expect((await meOf(await signInByName(api.url, ' JOAO esteves '))).id).toBe(id);
  });

  test('refuses an unknown name, a person without a passphrase and a disabled one like a wrong passphrase', async () => {
    const { owner, logIn } = await startShop();
    const { id } = await addPerson(owner, 'Ana');
    await owner.post('/owner/people', { name: 'Bia', role: 'attendant' });
    const { id: disabled } = await addPerson(owner, 'Caio');
    await owner.patch(`/owner/people/${disabled}`, { disabled: true });
    const refused = [
      await logIn({ name: 'Ana', passphrase: 'not her passphrase' }),
      await logIn({ name: 'Zoe', passphrase: goodPassphrase }),
      await logIn({ name: 'Bia', passphrase: goodPassphrase }),
      await logIn({ name: 'Caio', passphrase: goodPassphrase }),
      await logIn({ name: id, passphrase: goodPassphrase }),
    ];
    const told = refused.map(({ status, body }) => `${status} ${body.code} ${body.detail}`);
    expect(new Set(told)).toEqual(new Set(['401 login_refused The name or the passphrase is wrong']));
  });
});

describe('the sessions of a person', () => {
  test('an attendant sees and ends their own, an owner all', async () => {
    const { api, owner } = await startShop();
    const { id, client } = await addPerson(owner, 'Ana');
    const second = await signInByName(api.url, 'Ana');
    const ownerSession = (await owner.get('/owner/session')).body.sessionId;
    const seen = (await client.get('/owner/sessions')).body.data;
    expect(seen.map(({ person }: { person: object }) => person)).toEqual([
      { id, name: 'Ana' },
      { id, name: 'Ana' },
    ]);
    expect((await owner.get('/owner/sessions')).body.data).toHaveLength(3);
    expect((await client.delete(`/owner/sessions/${ownerSession}`)).status).toBe(404);
    const { sessionId } = (await second.get('/owner/session')).body;
    expect((await client.delete(`/owner/sessions/${sessionId}`)).status).toBe(204);
    expect([await isIn(owner), await isIn(client), await isIn(second)]).toEqual([true, true, false]);
    expect((await owner.delete(`/owner/people/${id}/sessions`)).status).toBe(204);
    expect([await isIn(owner), await isIn(client)]).toEqual([true, false]);
  });

  test('a disabled person is signed out, and stays so when enabled again', async () => {
    const { api, owner } = await startShop();
    const { id, client } = await addPerson(owner, 'Ana');
    const disabled = await owner.patch(`/owner/people/${id}`, { disabled: true });
    expect(disabled.body).toMatchObject({ disabledAt: expect.any(String), sessions: 0 });
    expect(await isIn(client)).toBe(false);
    await owner.patch(`/owner/people/${id}`, { disabled: false });
    expect(await isIn(client)).toBe(false);
    expect(await isIn(await signInByName(api.url, 'Ana'))).toBe(true);
  });

  test('end when the person is deleted or loses the passphrase', async () => {
    const { owner } = await startShop();
    const ana = await addPerson(owner, 'Ana');
    const bia = await addPerson(owner, 'Bia');
    const cleared = await owner.delete(`/owner/people/${ana.id}/passphrase`);
    expect(cleared.body).toMatchObject({ hasPassphrase: false, sessions: 0 });
    expect((await owner.delete(`/owner/people/${bia.id}`)).status).toBe(204);
    expect([await isIn(ana.client), await isIn(bia.client)]).toEqual([false, false]);
    expect((await owner.delete(`/owner/people/${bia.id}`)).status).toBe(404);
  });

  test('a stream ends when the person is disabled or gets another role', async () => {
    const { owner } = await startShop();
    const ana = await addPerson(owner, 'Ana');
    const bia = await addPerson(owner, 'Bia');
    const streams = [ana, bia].map(({ client }) => follow(client));
    await eventually(async () => streams.every(({ hasBegun }) => hasBegun()));
    await owner.patch(`/owner/people/${ana.id}`, { disabled: true });
    await owner.patch(`/owner/people/${bia.id}`, { role: 'owner' });
    // Streams look at their callers when something happens.
    await owner.post('/api/ai-agents', { name: 'Bella' });
    await eventually(async () => streams.every(({ isOver }) => isOver()));
  });
});

describe('a passphrase', () => {
  test('a person changes their own only with the present one, ten times at most in a row', async () => {
    const { api, owner } = await startShop();
    const { client } = await addPerson(owner, 'Ana');
    const passphrase = 'quatro palavras bem soltas';
    for (const present of [undefined, 'a wrong one here']) {
      const refused = await client.put('/owner/passphrase', { passphrase, present });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'body.present']);
    }
    expect((await client.put('/owner/passphrase', { passphrase, present: goodPassphrase })).status).toBe(204);
    expect(await isIn(client)).toBe(true);
    expect((await api.post('/owner/login', { name: 'Ana', passphrase }, { key: null })).status).toBe(200);
    const statuses = [];
    for (let guess = 0; guess < 9; guess++) {
      statuses.push((await client.put('/owner/passphrase', { passphrase, present: `guess ${guess}` })).status);
    }
    expect(statuses.slice(0, 7)).toEqual(Array(7).fill(400));
    expect(statuses.at(-1)).toBe(429);
  });

  test('an owner sets anybody’s without the present one, an attendant nobody else’s', async () => {
    const { api, owner } = await startShop();
    const { id, client } = await addPerson(owner, 'Ana');
    const passphrase = 'quatro palavras bem soltas';
    expect((await owner.put(`/owner/people/${id}/passphrase`, { passphrase })).body.hasPassphrase).toBe(true);
    expect((await api.post('/owner/login', { name: 'Ana', passphrase }, { key: null })).status).toBe(200);
    const { id: ownerId } = await meOf(owner);
    for (const target of [id, ownerId]) {
      expect(outcome(await client.put(`/owner/people/${target}/passphrase`, { passphrase }))).toEqual([
        403,
        'owner_only',
      ]);
    }
  });

  test('is weak when it is the person’s name', async () => {
    const { owner } = await startShop();
    const { client } = await addPerson(owner, 'Ana Paula Souza');
    const check = async (body: object) => (await client.post('/owner/passphrase/check', body)).body.weakness;
    expect(await check({ passphrase: 'Ana Paula Souza 7' })).toBe('personName');
    expect(await check({ passphrase: 'Ana Paula Souza 7', name: 'Rui' })).toBeNull();
  });
});

describe('an attendant', () => {
  test('changes their own name', async () => {
    const { owner } = await startShop();
    const { id, client } = await addPerson(owner, 'Ana');
    expect((await client.patch('/owner/me', { name: 'Ana Lima' })).body).toEqual({ id, name: 'Ana Lima' });
    expect(await meOf(client)).toMatchObject({ name: 'Ana Lima', role: 'attendant' });
    expect((await client.patch('/owner/me', { name: 'Ana', role: 'owner' })).status).toBe(400);
  });

  test('downloads nothing that they may not read, not even by a one-time address', async () => {
    const { owner } = await startShop();
    const { client } = await addPerson(owner, 'Ana');
    const { url } = (await client.post('/owner/downloads', { path: '/owner/export' })).body;
    const response = await fetch(client.url + url, { headers: { cookie: client.headers.cookie ?? '' } });
    expect(response.status).toBe(403);
  });

  test('sees on the start screen what waits for a person, and nothing of webhooks and backups', async () => {
    const { app, owner, api } = await startShop();
    const { client } = await addPerson(owner, 'Ana');
    const { body: hook } = await api.post('/api/developers/webhooks', { url: 'http://127.0.0.1:9/x', events: ['*'] });
    await app.platform.write(({ db }) =>
      db.updateTable('webhook_endpoints').set({ failing_since: '2026-01-01T00:00:00.000Z' }).execute(),
    );
    const kinds = async (who: ConsoleClient) =>
      (await who.get('/owner/today')).body.attention.map(({ kind }: { kind: string }) => kind);
    expect(hook.id).toBeTruthy();
    expect(await kinds(owner)).toContain('webhook');
    expect(await kinds(client)).not.toContain('webhook');
  });
});

describe('what a person does', () => {
  test('carries their name: messages, events and the history of cards', async () => {
    const { shop, path, channel } = await openConversation();
    const owner = await signIn(shop);
    const { id, client } = await addPerson(owner, 'Ana');
    const sent = await client.post(`${path}/messages`, { content: 'Oi, Maria!' });
    expect(sent.body).toMatchObject({ author: 'HUMAN', authorName: 'Ana', status: 'SENT' });
    const row = await shop.app.platform.database.read
      .selectFrom('messages')
      .select('author_id')
      .where('id', '=', sent.body.id)
      .executeTakeFirst();
    expect(row?.author_id).toBe(id);
    const [event] = await shop.events('message.sent');
    expect(event).toMatchObject({ source: 'CONSOLE', actorId: id, actorName: 'Ana', data: { authorName: 'Ana' } });
    const { body: pipeline } = await owner.post('/api/crm/pipelines', { name: 'Vendas' });
    const stageId = (await owner.get('/api/crm/pipelines')).body.data.find(
      (one: { id: string }) => one.id === pipeline.id,
    ).stages[0].id;
    const card = await client.post('/api/crm/cards', { title: 'Festa', pipelineId: pipeline.id, stageId });
    expect(card.status).toBe(201);
    const history = (await client.get(`/api/crm/events?cardId=${card.body.id}`)).body.data;
    expect(history[0].actor).toEqual({ source: 'CONSOLE', id, name: 'Ana' });
    // Deleting the person takes no name away.
    await owner.delete(`/owner/people/${id}`);
    const [kept] = (await owner.get(`${path}/messages`)).body.data;
    expect(kept.authorName).toBe('Ana');
    expect(await channel.phoneShows('+5511987654321')).toHaveLength(2);
  });

  test('`assignee=me` lists what is assigned to the person, in whichever session', async () => {
    const { shop, path } = await openConversation();
    const owner = await signIn(shop);
    const { id, client } = await addPerson(owner, 'Ana');
    await owner.patch(path, { assignedToUserId: id, assignedTo: 'Ana' });
    const mine = async (who: ConsoleClient) => (await who.get('/api/conversations?assignee=me')).body.total;
    expect([await mine(owner), await mine(client)]).toEqual([0, 1]);
    expect(await mine(await signInByName(shop.api.url, 'Ana'))).toBe(1);
  });
});

/** The console's event stream of a person. */
function follow(client: ConsoleClient) {
  let text = '';
  let over = false;
  const request = get(`${client.url}/owner/events/stream`, { headers: client.headers }, (response) => {
    response.on('data', (chunk) => {
      text += chunk;
    });
    response.on('close', () => {
      over = true;
    });
  });
  request.on('error', () => {});
  return { hasBegun: () => text.includes('retry'), isOver: () => over };
}

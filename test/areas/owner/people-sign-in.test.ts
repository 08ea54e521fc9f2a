import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, type ConsoleClient, goodPassphrase, signIn, signInByName } from '../../support/server/console.ts';

async function startShop() {
  // Tries come back with time.
  const shop = await startApp({ clock: new ManualClock() });
  const owner = await signIn(shop);
  const logIn = (login: object) => shop.api.post('/owner/login', login, { key: null });
  return { ...shop, owner, logIn };
}

const meOf = async (client: ConsoleClient) => (await client.get('/owner/session')).body.user;
const isIn = async (client: ConsoleClient) => (await client.get('/owner/session')).status === 200;
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

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

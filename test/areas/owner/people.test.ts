import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { addPerson, type ConsoleClient, signIn, signInByName } from '../../support/server/console.ts';
import { openConversation } from '../../support/shop/conversation.ts';

async function startShop() {
  const shop = await startApp();
  const owner = await signIn(shop);
  return { ...shop, owner };
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

  test('is told nothing of webhooks on the start screen', async () => {
    const { app, owner, api } = await startShop();
    const { client } = await addPerson(owner, 'Ana');
    const { body: hook } = await api.post('/api/developers/webhooks', {
      url: 'http://127.0.0.1:9/x',
      events: ['message.sent'],
    });
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
    const history = (await client.get(`/api/crm/events?pipelineId=${pipeline.id}&filter=${card.body.id}`)).body.data;
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

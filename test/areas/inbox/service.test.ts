import { expect, test } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';
import { joao, maria, openConversation } from '../../support/shop/conversation.ts';

const minuteMs = 60_000;

/** A conversation in which nobody waits, its console and its clock. */
async function openService() {
  const clock = new ManualClock();
  const open = await openConversation({ clock });
  const desk = await signIn(open.shop);
  await open.api.post(`${open.path}/messages`, { content: 'Olá' });
  await open.api.patch(open.path, { status: 'ACTIVE' });
  const ids = async (query: string) => {
    const { body } = await desk.get(`/api/conversations?${query}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const wait = (ms: number) => {
    clock.advance(ms);
    return open.shop.app.platform.scheduler.tick();
  };
  return { ...open, clock, desk, ids, wait, id: open.received.conversationId };
}

const queueOf = async (desk: { get(path: string): Promise<{ body: unknown }> }) =>
  (await desk.get('/api/conversations/queue')).body;

test('a handed-off conversation waits, leaves the queue when a person answers, and is hers from then on', async () => {
  const { desk, api, path, id, ids, clock } = await openService();
  expect(await queueOf(desk)).toEqual({ waiting: 0, mine: 0, mineWaiting: 0, snoozed: 0, waitingSince: null });
  const { body: handed } = await api.patch(path, { status: 'HANDED_OFF', handoffType: 'COMPLAINT' });
  expect(handed.waitingSince).toBe(clock.now().toISOString());
  expect(await queueOf(desk)).toMatchObject({ waiting: 1, mine: 0, waitingSince: handed.waitingSince });
  expect(await ids('waiting=true&assignee=none')).toEqual([id]);

  await desk.post(`${path}/messages`, { content: 'Já resolvo' });
  const { body: served } = await desk.get(path);
  expect(served).toMatchObject({ status: 'HANDED_OFF', waitingSince: null });
  expect(served.assignedToUserId).not.toBeNull();
  expect(await queueOf(desk)).toMatchObject({ waiting: 0, mine: 1, mineWaiting: 0, waitingSince: null });
  expect(await ids('waiting=true')).toEqual([]);
  expect(await ids('assignee=me')).toEqual([id]);
});

test('the customer of a conversation in service waits for the one who has it', async () => {
  const { desk, path, channel, clock } = await openService();
  await desk.post(`${path}/messages`, { content: 'Oi, Maria' });
  clock.advance(minuteMs);
  await channel.customerSays(maria, 'E a conta?');
  const since = clock.now().toISOString();
  clock.advance(minuteMs);
  await channel.customerSays(maria, 'Alguém?');
  expect((await desk.get(path)).body.waitingSince).toBe(since);
  expect(await queueOf(desk)).toMatchObject({ waiting: 0, mine: 1, mineWaiting: 1, waitingSince: since });
});

test('an answer by a key makes nobody wait and assigns to nobody', async () => {
  const { api, path } = await openService();
  await api.patch(path, { status: 'HANDED_OFF' });
  await api.post(`${path}/messages`, { content: 'Oi' });
  expect((await api.get(path)).body).toMatchObject({ waitingSince: null, assignedToUserId: null, assignedTo: null });
});

test('a person who takes over an answered conversation makes nobody wait', async () => {
  const { desk, path, api } = await openService();
  await api.post(`${path}/messages`, { content: 'Oi' });
  await desk.patch(path, { status: 'ACTIVE' });
  expect((await desk.patch(path, { status: 'HANDED_OFF' })).body.waitingSince).toBeNull();
});

test('a conversation that returns to the agent belongs to nobody', async () => {
  const { desk, path } = await openService();
  await desk.post(`${path}/messages`, { content: 'Oi' });
  const { body } = await desk.patch(path, { status: 'ACTIVE' });
  expect(body).toMatchObject({ assignedTo: null, assignedToUserId: null, waitingSince: null });
});

test('reopening restores what was: the person, the reason and the wait', async () => {
  const { desk, path, shop } = await openService();
  const handed = { status: 'HANDED_OFF', handoffType: 'COMPLAINT', assignedTo: 'Ana', assignedToUserId: 'usr_1' };
  const { body: before } = await desk.patch(path, handed);
  const { body: resolved } = await desk.patch(path, { status: 'RESOLVED' });
  expect(resolved.waitingSince).toBeNull();
  const { body: after } = await desk.post(`${path}/reopen`);
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
  const [first] = (await shop.events('conversation.status.changed')).slice(-1);
  expect(first).toMatchObject({ data: { status: 'HANDED_OFF' }, previous: { status: 'RESOLVED' } });
  expect((await desk.post(`${path}/reopen`)).body.code).toBe('invalid_transition');
});

test('a resolved conversation that the customer continues is nobody’s', async () => {
  const { desk, path, channel } = await openService();
  await desk.post(`${path}/messages`, { content: 'Oi' });
  await desk.patch(path, { status: 'RESOLVED' });
  await channel.customerSays(maria, 'Mais uma coisa');
  expect((await desk.get(path)).body).toMatchObject({ status: 'ACTIVE', assignedToUserId: null, assignedTo: null });
});

test('a conversation is put aside until a time, then waits again', async () => {
  const { desk, path, ids, id, clock, wait } = await openService();
  await desk.patch(path, { status: 'HANDED_OFF' });
  const until = new Date(clock.now().getTime() + 30 * minuteMs).toISOString();
  expect((await desk.post(`${path}/snooze`, { until })).body.snooze).toEqual({ until });
  expect(await queueOf(desk)).toMatchObject({ waiting: 0, snoozed: 1 });
  expect(await ids('waiting=true')).toEqual([]);
  expect(await ids('snoozed=true')).toEqual([id]);
  await wait(29 * minuteMs);
  expect((await desk.get(path)).body.snooze).toEqual({ until });
  await wait(minuteMs);
  expect((await desk.get(path)).body).toMatchObject({ snooze: null, waitingSince: clock.now().toISOString() });
  expect(await ids('waiting=true')).toEqual([id]);
});

test('a conversation is put aside until the customer writes', async () => {
  const { desk, path, channel, wait } = await openService();
  await desk.post(`${path}/messages`, { content: 'Me avise' });
  expect((await desk.post(`${path}/snooze`, { until: null })).body.snooze).toEqual({ until: null });
  await wait(20 * 24 * 60 * minuteMs);
  expect((await desk.get(path)).body.snooze).toEqual({ until: null });
  await channel.customerSays(maria, 'Chegou');
  expect((await desk.get(path)).body).toMatchObject({ snooze: null });
  expect(await queueOf(desk)).toMatchObject({ mineWaiting: 1, snoozed: 0 });
});

test('a conversation is taken up again by hand, with the wait that it had', async () => {
  const { desk, path, wait } = await openService();
  const { body: handed } = await desk.patch(path, { status: 'HANDED_OFF' });
  await desk.post(`${path}/snooze`, { until: null });
  await wait(minuteMs);
  const { body } = await desk.delete(`${path}/snooze`);
  expect(body).toMatchObject({ snooze: null, waitingSince: handed.waitingSince });
});

test('what is resolved cannot be put aside, and nothing for more than a year', async () => {
  const { desk, path, clock } = await openService();
  await desk.patch(path, { status: 'RESOLVED' });
  expect((await desk.post(`${path}/snooze`, { until: null })).body.code).toBe('invalid_transition');
  await desk.patch(path, { status: 'ACTIVE' });
  const year = 366 * 24 * 60 * minuteMs;
  for (const ms of [0, -1, year + 1]) {
    const until = new Date(clock.now().getTime() + ms).toISOString();
    const { status, body } = await desk.post(`${path}/snooze`, { until });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'body.until']);
  }
});

test('notes are for the shop alone, keep their author, and a deleted one comes back', async () => {
  const { desk, path, shop } = await openService();
  const { body: note } = await desk.post(`${path}/notes`, { text: ' Alérgica a nozes ' });
  expect(note).toMatchObject({ text: 'Alérgica a nozes' });
  expect(note.author.id).not.toBeNull();
  expect((await desk.get(`${path}/notes`)).body.data).toEqual([note]);
  expect((await desk.get(`${path}/messages`)).body.data).toHaveLength(2);
  expect((await shop.events('conversation.updated')).length).toBeGreaterThan(0);

  expect((await desk.delete(`${path}/notes/${note.id}`)).status).toBe(204);
  expect((await desk.get(`${path}/notes`)).body.data).toEqual([]);
  expect((await desk.delete(`${path}/notes/${note.id}`)).status).toBe(404);
  for (const _again of [1, 2]) expect((await desk.post(`${path}/notes/${note.id}/restore`)).body).toEqual(note);
  expect((await desk.get(`${path}/notes`)).body.data).toEqual([note]);
});

test('the notes of a conversation are not those of another, nor of another workspace', async () => {
  const { desk, path, channel, shop } = await openService();
  const { body: note } = await desk.post(`${path}/notes`, { text: 'Só da Maria' });
  const other = await channel.customerSays(joao, 'Oi');
  const otherPath = `/api/conversations/${other.conversationId}`;
  expect((await desk.get(`${otherPath}/notes`)).body.data).toEqual([]);
  expect((await desk.delete(`${otherPath}/notes/${note.id}`)).status).toBe(404);
  const stranger = await shop.otherWorkspace();
  expect((await stranger.get(`${path}/notes`)).status).toBe(404);
});

test('where no agent answers, a customer waits from the first message, until a person answers', async () => {
  const { desk, channel, clock } = await openService();
  const { conversationId } = await channel.customerSays(joao, 'Bom dia');
  const path = `/api/conversations/${conversationId}`;
  expect((await desk.get(path)).body).toMatchObject({ status: 'ACTIVE', waitingSince: clock.now().toISOString() });
  expect(await queueOf(desk)).toMatchObject({ waiting: 1 });
  await desk.post(`${path}/messages`, { content: 'Bom dia!' });
  expect((await desk.get(path)).body).toMatchObject({ status: 'HANDED_OFF', waitingSince: null });
  expect(await queueOf(desk)).toMatchObject({ waiting: 0, mine: 1 });
});

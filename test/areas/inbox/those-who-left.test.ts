import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, type ConsoleClient, signIn } from '../../support/server/console.ts';
import { cliJson } from '../../support/server/processes.ts';
import { openConversation } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { maria, openFlows, step } from '../flows/support.ts';

/** Maria's conversation, which Ana has, and a colleague who looks at the unassigned ones. */
async function openService() {
  const clock = new ManualClock();
  const open = await openConversation({ clock });
  const owner = await signIn(open.shop);
  const ana = await addPerson(owner, 'Ana');
  const rui = await addPerson(owner, 'Rui');
  await ana.client.post(`${open.path}/messages`, { content: 'Oi, Maria' });
  const waiting = async (who: ConsoleClient = rui.client) =>
    (await who.get('/api/conversations?waiting=true&assignee=none')).body.data.map(({ id }: { id: string }) => id);
  const shown = async () => (await open.api.get(open.path)).body;
  const tick = async () => {
    clock.advance(60_000);
    await open.shop.app.platform.scheduler.tick();
    await open.shop.settle();
  };
  return { ...open, id: open.received.conversationId, clock, owner, ana, rui, waiting, shown, tick };
}

const nobody = { assignedTo: null, assignedToUserId: null };

describe('the customers of a person who leaves', () => {
  test.each(['disabled', 'deleted'])('wait for all once the person is %s', async (how) => {
    const { owner, ana, rui, channel, id, waiting, shown, shop } = await openService();
    expect(await shown()).toMatchObject({ assignedTo: 'Ana', assignedToUserId: ana.id, status: 'HANDED_OFF' });
    if (how === 'disabled') await owner.patch(`/owner/people/${ana.id}`, { disabled: true });
    else await owner.delete(`/owner/people/${ana.id}`);
    expect(await shown()).toMatchObject({ ...nobody, status: 'HANDED_OFF' });
    await channel.customerSays(maria, 'E então?');
    expect(await waiting()).toEqual([id]);
    expect((await rui.client.get('/api/conversations/queue')).body.waiting).toBe(1);
    const alerts = await shop.events('alert.raised');
    expect(alerts.at(-1)?.data.assignedToUserId).toBeNull();
  });

  test('who already wait are announced to everybody, and stay unassigned if the person comes back', async () => {
    const { owner, ana, channel, id, waiting, shown, shop } = await openService();
    await channel.customerSays(maria, 'E então?');
    expect((await shop.events('alert.raised')).at(-1)?.data.assignedToUserId).toBe(ana.id);
    await owner.patch(`/owner/people/${ana.id}`, { disabled: true });
    expect((await shop.events('alert.raised')).at(-1)?.data).toMatchObject({ kind: 'waiting', assignedToUserId: null });
    expect((await shop.events('conversation.updated')).at(-1)).toMatchObject({
      source: 'SYSTEM',
      data: { id, ...nobody },
    });
    await owner.patch(`/owner/people/${ana.id}`, { disabled: false });
    expect(await shown()).toMatchObject(nobody);
    expect(await waiting()).toEqual([id]);
  });

  test('are unassigned after a conversation was put aside or resolved and reopened', async () => {
    const { owner, ana, rui, clock, path, id, waiting, shown, tick } = await openService();
    await rui.client.post(`${path}/snooze`, { until: new Date(clock.now().getTime() + 30_000).toISOString() });
    await owner.patch(`/owner/people/${ana.id}`, { disabled: true });
    await tick();
    expect(await waiting()).toEqual([id]);
    await owner.patch(`/owner/people/${ana.id}`, { disabled: false });
    await rui.client.patch(path, { assignedToUserId: ana.id });
    await rui.client.patch(path, { status: 'RESOLVED' });
    await owner.delete(`/owner/people/${ana.id}`);
    // Her resolved conversations keep her name as history.
    expect((await shown()).assignedTo).toBe('Ana');
    await rui.client.post(`${path}/reopen`);
    expect(await shown()).toMatchObject({ ...nobody, status: 'HANDED_OFF' });
  });

  test('the same for a key that is revoked in the console, on the command line, or expires', async () => {
    const { owner, shop, rui, path, shown, tick, clock } = await openService();
    const give = async () => {
      const { body: key } = await owner.post('/owner/keys', { name: 'Helpdesk', scopes: ['all'] });
      await rui.client.patch(path, { assignedToUserId: key.id });
      expect(await shown()).toMatchObject({ assignedTo: 'Helpdesk', assignedToUserId: key.id });
      return key.id as string;
    };
    await owner.delete(`/owner/keys/${await give()}`);
    expect(await shown()).toMatchObject(nobody);
    await cliJson(shop.home, ['keys', 'revoke', await give(), '--yes']);
    await tick();
    expect(await shown()).toMatchObject(nobody);
    await owner.post(`/owner/keys/${await give()}/rotate`);
    clock.advance(25 * 3_600_000);
    await tick();
    expect(await shown()).toMatchObject(nobody);
  });

  test('of another shop of the same installation, too', async () => {
    const { owner, ana, shop } = await openService();
    const other = await shop.otherWorkspace();
    const second = await pairChannel({ ...shop, api: other });
    await second.customerSays(maria, 'Oi');
    await shop.settle();
    const [conversation] = (await other.get('/api/conversations')).body.data;
    const path = `/api/conversations/${conversation.id}`;
    await other.patch(path, { assignedToUserId: ana.id });
    await owner.delete(`/owner/people/${ana.id}`);
    expect((await other.get(path)).body).toMatchObject(nobody);
  });
});

describe('a conversation cannot be given', () => {
  test('to the id of a person who left or of a revoked key, or to an unknown id: 400 names the field', async () => {
    const { owner, ana, path, api, shown, shop } = await openService();
    const before = await shown();
    const { body: key } = await owner.post('/owner/keys', { name: 'Helpdesk', scopes: ['all'] });
    await owner.delete(`/owner/keys/${key.id}`);
    const gone = await addPerson(owner, 'Zoe');
    await owner.delete(`/owner/people/${gone.id}`);
    await owner.patch(`/owner/people/${gone.id}`, { disabled: true });
    const unknown = `usr_${'0'.repeat(26)}`;
    const foreign = await createForeignKey(shop);
    for (const assignedToUserId of [key.id, gone.id, unknown, foreign]) {
      const refused = await api.patch(path, { assignedToUserId, status: 'ACTIVE' });
      expect(refused.status, assignedToUserId).toBe(400);
      expect(refused.body.errors[0].field).toBe('body.assignedToUserId');
    }
    expect(await shown()).toEqual(before);
    await owner.patch(`/owner/people/${ana.id}`, { disabled: true });
    const named = await api.patch(path, { assignedTo: 'ANA' });
    expect([named.status, named.body.errors[0].field]).toEqual([400, 'body.assignedTo']);
  });

  test('by a flow to somebody who may not sign in: everybody gets it', async () => {
    const { shop, api, launch, says } = await openFlows();
    const owner = await signIn(shop);
    const rita = await addPerson(owner, 'Rita');
    await launch([step('h', 'handoff', { assignedTo: 'rita' })]);
    await says('oi');
    const [conversation] = (await api.get('/api/conversations')).body.data;
    expect(conversation).toMatchObject({ assignedTo: 'Rita', assignedToUserId: rita.id });
    await owner.patch(`/owner/people/${rita.id}`, { disabled: true });
    await api.patch(`/api/conversations/${conversation.id}`, { status: 'ACTIVE' });
    await says('oi');
    const { body } = await api.get(`/api/conversations/${conversation.id}`);
    expect(body).toMatchObject(nobody);
  });
});

/** Returns the id of a valid key of another shop of the installation. */
async function createForeignKey({ app, otherWorkspace }: TestApp): Promise<string> {
  await otherWorkspace();
  const keys = await app.platform.database.read.selectFrom('api_keys').select('id').orderBy('id', 'desc').execute();
  return keys[0]?.id ?? '';
}

describe('a name', () => {
  test('of a colleague gives the conversation to her; of anybody else it is a note, and the customer waits for all', async () => {
    const { rui, path, api, channel, id, waiting, shown } = await openService();
    await api.patch(path, { assignedTo: 'rui' });
    expect(await shown()).toMatchObject({ assignedTo: 'Rui', assignedToUserId: rui.id });
    await api.patch(path, { assignedTo: 'Marco' });
    expect(await shown()).toMatchObject({ assignedTo: 'Marco', assignedToUserId: null });
    await channel.customerSays(maria, 'Oi?');
    expect(await waiting()).toEqual([id]);
    await rui.client.post(`${path}/messages`, { content: 'Sou eu' });
    expect(await shown()).toMatchObject({ assignedTo: 'Rui', assignedToUserId: rui.id });
  });

  test('and id of a program’s own people are kept as they are', async () => {
    const { path, api, channel, waiting, shown, tick } = await openService();
    await api.patch(path, { assignedTo: 'Marco', assignedToUserId: 'helpdesk-17' });
    await channel.customerSays(maria, 'Oi?');
    await tick();
    expect(await shown()).toMatchObject({ assignedTo: 'Marco', assignedToUserId: 'helpdesk-17' });
    expect(await waiting()).toEqual([]);
  });
});

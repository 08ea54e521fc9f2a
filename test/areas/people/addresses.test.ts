import { expect, test } from 'vitest';
import { must } from '../flows/support.ts';
import { type Body, bia, hidden, joao, maria, openPeople } from './open-people.ts';

const free = '+5511977776666';

async function openByHand() {
  const open = await openPeople();
  const { owner, read } = open;
  const idOf = async (name: string): Promise<string> => (await read(name)).id;
  const split = async (id: string, body: object) => owner.post(`/owner/contacts/${id}/split`, body);
  const change = async (id: string, phone: string) => owner.post(`/owner/contacts/${id}/number`, { phone });
  return { ...open, idOf, split, change };
}

test('a number changed by hand is shown and receives messages, and the old number still finds the contact', async () => {
  const { idOf, change, api, channel, clock, conversationId, changes, rest } = await openByHand();
  const id = await idOf(maria);
  const conversation = await conversationId(maria);
  const { status, body } = await change(id, '(11) 97777-6666');
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, phone: free, otherPhones: [maria] });
  expect((await changes()).at(-1)).toEqual({ change: 'UPDATED', contactIds: [id] });
  expect(await idOf(maria)).toBe(id);
  await must(api.post(`/api/conversations/${conversation}/messages`, { content: 'No novo' }));
  await rest();
  expect((await channel.phoneShows(free)).map(({ content }: Body) => content)).toEqual(['No novo']);
  // A customer who writes from the old number gets it back.
  clock.advance(1_000);
  await channel.customerSays(maria, 'Voltei');
  expect((await api.get(`/api/contacts/${id}`)).body).toMatchObject({ phone: maria, otherPhones: [free] });
});

test('a hidden customer gets a number by hand', async () => {
  const { idOf, change, hiddenSays, read } = await openByHand();
  const id = await idOf(`lid:${hidden}`);
  expect((await change(id, free)).body).toMatchObject({ id, phone: free });
  await hiddenSays('oi');
  expect(await read(free)).toMatchObject({ id, phone: free });
});

test('a number of another contact, or none, is refused with what to do', async () => {
  const { idOf, change, read } = await openByHand();
  const [id, other] = [await idOf(maria), await idOf(joao)];
  const taken = await change(id, joao);
  expect([taken.status, taken.body.code, taken.body.contactId]).toEqual([409, 'contact_exists', other]);
  const wrong = await change(id, '123');
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'body.phone']);
  expect((await change('ct_gone', free)).status).toBe(404);
  expect(await read(maria)).toMatchObject({ id, phone: maria });
});

test('an address is split off into a separate contact, and the vendor’s events no longer join the two', async () => {
  const { idOf, split, read, changes, hiddenSays, merge } = await openByHand();
  await hiddenSays('sou eu', maria);
  const id = await idOf(maria);
  const { status, body } = await split(id, { kind: 'lid', value: hidden });
  expect(status).toBe(200);
  expect(body.contact).toMatchObject({ id, phone: maria, addresses: [{ kind: 'phone', value: maria }] });
  expect(body.other).toMatchObject({ phone: null, addresses: [{ kind: 'lid', value: hidden }] });
  expect((await changes()).at(-1)).toEqual({ change: 'SPLIT', contactIds: [id, body.other.id] });
  await hiddenSays('de novo', maria);
  expect(await idOf(`lid:${hidden}`)).toBe(body.other.id);
  expect((await read(maria)).phone).toBe(maria);
  await merge(maria, body.other.id);
  expect(await idOf(`lid:${hidden}`)).toBe(id);
});

test('a number is split off with its spellings, and the contact shows another one', async () => {
  const { idOf, split, merge, read, channel } = await openByHand();
  await merge(maria, joao);
  const id = await idOf(maria);
  const { body } = await split(id, { kind: 'phone', value: maria });
  expect([body.contact.phone, body.other.phone]).toEqual([joao, maria]);
  expect(body.other.optedOut).toBe(false);
  await channel.customerSays(maria, 'Oi');
  expect((await read(maria)).recentMessages.map(({ content }: Body) => content)).toContain('Oi');
});

test('what a contact has not, or has only, is not split off', async () => {
  const { idOf, split } = await openByHand();
  const id = await idOf(bia);
  expect((await split(id, { kind: 'phone', value: joao })).status).toBe(404);
  const only = await split(id, { kind: 'phone', value: bia });
  expect([only.status, only.body.errors[0].field]).toEqual([400, 'body.value']);
  expect((await split(id, { kind: 'fax', value: bia })).status).toBe(400);
  expect((await split('ct_gone', { kind: 'phone', value: bia })).status).toBe(404);
});

test('a contact shows from whom its number was taken, until the two are one', async () => {
  const { report, read, merge, clock } = await openByHand();
  const says = (value: string) =>
    report({
      kind: 'message',
      ...{ providerEventId: value, providerMessageId: value, type: 'TEXT', content: 'Oi', media: null, replyTo: null },
      from: {
        addresses: [
          { kind: 'lid', value },
          { kind: 'phone', value: free },
        ],
        name: null,
      },
      at: clock.now().toISOString(),
    });
  await says('88001');
  clock.advance(1_000);
  await says('88002');
  const [before, present] = [await read('lid:88001'), await read('lid:88002')];
  expect([before.phone, present.phone]).toEqual([null, free]);
  const address = { kind: 'phone', value: free };
  expect(present.mayBe).toEqual([{ id: before.id, phone: null, name: null, username: null, address }]);
  expect(before.mayBe).toEqual([{ id: present.id, phone: free, name: null, username: null, address }]);
  expect((await merge(present.id, before.id)).mayBe).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { minuteMs } from '../../../server/platform/durations.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { contactsOf, conversationsOf, openPeopleShop, type PeopleShop } from './support.ts';

const before = { phone: '+5511970031003', userId: 'BR.31003', name: 'Rui' };
const after = { phone: '+5521970031004', userId: 'BR.31004', name: 'Rui' };

/** A shop whose clock moves a minute before each event. */
async function openSlowShop(): Promise<PeopleShop> {
  const clock = new ManualClock();
  const shop = await openPeopleShop({ clock });
  const pass =
    <Given extends unknown[]>(act: (...given: Given) => Promise<void>) =>
    (...given: Given) => {
      clock.advance(minuteMs);
      return act(...given);
    };
  return { ...shop, says: pass(shop.says), moves: pass(shop.moves) };
}

describe('a customer who moves to another number', () => {
  const numberless = { name: 'Rui' };
  const cases = {
    'with the ids of before and after': [before, after],
    'without ids': [
      { ...numberless, phone: before.phone },
      { ...numberless, phone: after.phone },
    ],
  } as const;
  test.each(Object.entries(cases))('stays one contact, %s', async (_name, [old, present]) => {
    const shop = await openSlowShop();
    const { api } = shop;
    await shop.says(old, 'SAIR');
    await shop.moves(old, present);
    await shop.says(present, 'Mudei de número');
    const [contact, ...others] = await contactsOf(api);
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ phone: after.phone, name: 'Rui', optedOut: true });
    expect((await api.get(`/api/contacts/${before.phone}`)).body).toMatchObject({
      id: contact.id,
      phone: after.phone,
      otherPhones: [before.phone],
    });
    expect(await conversationsOf(api)).toMatchObject([
      { contact: { phone: after.phone }, texts: expect.arrayContaining(['SAIR', 'Mudei de número']) },
    ]);
  });

  test('is announced, and so is a number that is no longer hidden', async () => {
    const shop = await openSlowShop();
    await shop.says({ userId: before.userId, name: 'Rui' }, 'Oi');
    await shop.says(before, 'Este é o meu número');
    await shop.moves(before, after);
    const events = await shop.shop.events('contacts.changed');
    const { id } = (await contactsOf(shop.api))[0];
    expect(events.map(({ data }) => data)).toEqual([
      { change: 'UPDATED', contactIds: [id] },
      { change: 'UPDATED', contactIds: [id] },
    ]);
  });

  test('and has already written from it becomes one contact', async () => {
    const shop = await openSlowShop();
    await shop.says(before, 'SAIR');
    await shop.says(after, 'Mudei de número');
    expect(await contactsOf(shop.api)).toHaveLength(2);
    await shop.moves(before, after);
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: after.phone, optedOut: true }]);
    const [conversation, ...others] = await conversationsOf(shop.api);
    expect(others).toEqual([]);
    expect(conversation.texts).toEqual(expect.arrayContaining(['SAIR', 'Mudei de número']));
  });

  test('keeps the new number when a message from the old one arrives late', async () => {
    const shop = await openSlowShop();
    await shop.says(before, 'Oi');
    const { graph } = shop;
    graph.webhooks.pause();
    graph.messages.customerSends(before, 'text', { body: 'Ainda daqui' });
    const late = graph.webhooks.takeWaiting();
    graph.webhooks.resume();
    await shop.moves(before, after);
    await shop.says(after, 'Mudei de número');
    graph.webhooks.tell(...late);
    await shop.handled();
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: after.phone }]);
    const [conversation] = await conversationsOf(shop.api);
    expect(conversation.texts).toContain('Ainda daqui');
    await shop.api.post(`/api/conversations/${conversation.id}/messages`, { content: 'Olá' });
    expect(graph.requests.at(-1)?.json).toMatchObject({ to: after.phone.slice(1) });
  });

  test('and back again shows the first number', async () => {
    const shop = await openSlowShop();
    await shop.says(before, 'Oi');
    await shop.moves(before, after);
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: after.phone }]);
    await shop.moves(after, before);
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: before.phone }]);
  });

  test('within one second, by the vendor’s time, has the number that was named last', async () => {
    const clock = new ManualClock();
    const shop = await openPeopleShop({ clock });
    await shop.says(before, 'Oi');
    clock.advance(300);
    await shop.says({ ...before, phone: after.phone }, 'Mudei de número');
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: after.phone }]);
  });

  test('of an unknown person creates no contact', async () => {
    const shop = await openSlowShop();
    await shop.moves(before, after);
    expect(await contactsOf(shop.api)).toEqual([]);
  });
});

describe('a number that another person has', () => {
  const stranger = { phone: before.phone, userId: 'BR.99', name: 'Sol' };

  test('goes to that person; the earlier one keeps the history and the id', async () => {
    const shop = await openSlowShop();
    const { api, graph } = shop;
    await shop.says(before, 'SAIR');
    await shop.says(stranger, 'Quem são vocês?');
    const [rui, sol, ...others] = await contactsOf(api);
    expect(others).toEqual([]);
    expect(rui).toMatchObject({ phone: null, name: 'Rui', addresses: [{ kind: 'bsuid', value: before.userId }] });
    // The opt-out may or may not be from Sol.
    expect(sol).toMatchObject({ phone: before.phone, name: 'Sol', optedOut: true });
    expect((await api.get(`/api/contacts/${before.phone}`)).body.id).toBe(sol.id);
    await shop.says({ userId: before.userId, name: 'Rui' }, 'Sou o Rui');
    const [present] = await conversationsOf(api);
    expect(present).toMatchObject({ contact: { id: rui.id }, texts: expect.arrayContaining(['SAIR', 'Sou o Rui']) });
    await api.post(`/api/conversations/${present.id}/messages`, { content: 'Olá' });
    expect(graph.requests.at(-1)?.json).toMatchObject({ recipient: before.userId });
    const found = (search: string) => api.get(`/api/contacts?search=${search}`).then(({ body }) => body.data);
    expect(await found(before.phone.slice(-9))).toMatchObject([{ name: 'Sol' }]);
  });

  test('stays with whoever was seen with it last, whichever message arrives first', async () => {
    const shop = await openSlowShop();
    const { graph } = shop;
    graph.webhooks.pause();
    graph.messages.customerSends(before, 'text', { body: 'Oi' });
    const late = graph.webhooks.takeWaiting();
    graph.webhooks.resume();
    await shop.says(stranger, 'Bom dia');
    graph.webhooks.tell(...late);
    await shop.handled();
    expect(await contactsOf(shop.api)).toMatchObject([
      { name: 'Sol', phone: before.phone },
      { name: 'Rui', phone: null },
    ]);
  });

  test('goes to the one who had hidden it until now', async () => {
    const shop = await openSlowShop();
    await shop.says(before, 'Oi');
    await shop.says({ userId: stranger.userId, name: 'Sol' }, 'Oi');
    await shop.says(stranger, 'Este é o meu número');
    expect(await contactsOf(shop.api)).toMatchObject([
      { name: 'Rui', phone: null },
      { name: 'Sol', phone: before.phone },
    ]);
    expect(await conversationsOf(shop.api)).toHaveLength(2);
  });

  test('is the same person’s while the other id is of another portfolio', async () => {
    const shop = await openSlowShop();
    await shop.says(before, 'Oi');
    shop.graph.webhooks.wabaId = '202290129340398';
    await shop.says({ ...before, userId: 'BR.99' }, 'Oi de novo');
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: before.phone }]);
  });
});

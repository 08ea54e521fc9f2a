import { expect, test } from 'vitest';
import { minuteMs } from '../../../server/platform/durations.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { contactsOf, conversationsOf, openPeopleShop } from './support.ts';

/** A cloud shop, and webhooks as a vendor may write them. */
async function openOddShop() {
  const clock = new ManualClock();
  const shop = await openPeopleShop({ clock });
  const { webhooks, account } = shop.graph;
  const metadata = { display_phone_number: '15550783881', phone_number_id: account.phoneNumberId };
  const tell = async (value: object) => {
    webhooks.tell({ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } });
    await shop.handled();
  };
  const written = (from: object, text: string, at = clock.now()) => ({
    ...from,
    id: `wamid.${text}`,
    timestamp: String(Math.floor(at.getTime() / 1_000)),
    type: 'text',
    text: { body: text },
  });
  return { ...shop, clock, tell, written };
}

const ana = { wa_id: '5511970000001', user_id: 'BR.1', profile: { name: 'Ana' } };

test('a message is heard whose sender’s hidden fields are null', async () => {
  const { api, tell, written } = await openOddShop();
  const person = { wa_id: null, user_id: 'BR.1', parent_user_id: null, profile: { name: 'Ana', username: null } };
  await tell({ contacts: [person], messages: [written({ from: null, from_user_id: 'BR.1' }, 'Oi')] });
  expect(await conversationsOf(api)).toMatchObject([{ contact: { name: 'Ana', phone: null }, texts: ['Oi'] }]);
});

test.each([
  ['a name of 10,000 characters', { name: 'N'.repeat(10_000) }, 'N'.repeat(120)],
  ['a user name of 10,000 characters', { name: 'Bia', username: 'b'.repeat(10_000) }, 'Bia'],
  ['a profile that is a text', 'Bia', null],
])('%s costs no one an address or another name', async (_title, profile, name) => {
  const { api, tell, written } = await openOddShop();
  const bia = { wa_id: '5511970000002', user_id: 'BR.2', profile };
  await tell({
    contacts: [bia, ana],
    messages: [written({ from: bia.wa_id }, 'Oi'), written({ from: ana.wa_id }, 'Olá')],
  });
  const [first, second] = await contactsOf(api);
  expect(first).toMatchObject({ phone: '+5511970000002', name, username: null });
  expect(first.addresses).toContainEqual({ kind: 'bsuid', value: 'BR.2' });
  expect(second).toMatchObject({ phone: '+5511970000001', name: 'Ana' });
});

test.each([
  ['@@ana', 'ana'],
  [' ana ', 'ana'],
  ['@', null],
  [' ', null],
])('the user name %j is shown as %j', async (username, shown) => {
  const { api, tell, written } = await openOddShop();
  const contacts = [{ ...ana, profile: { name: 'Ana', username } }];
  await tell({ contacts, messages: [written({ from: ana.wa_id }, 'Oi')] });
  const [contact] = await contactsOf(api);
  expect(contact.username).toBe(shown);
  expect(contact.addresses.filter(({ kind }: { kind: string }) => kind === 'username')).toHaveLength(shown ? 1 : 0);
});

test('a number that a webhook spells in two ways names one person', async () => {
  const { api, tell, written } = await openOddShop();
  await tell({ contacts: [ana, { wa_id: '5511970000002' }], messages: [written({ from: '551170000001' }, 'Oi')] });
  expect(await contactsOf(api)).toMatchObject([
    { phone: '+5511970000001', name: 'Ana', addresses: expect.arrayContaining([{ kind: 'bsuid', value: 'BR.1' }]) },
  ]);
});

test('a message from the future does not outdate a later change of number', async () => {
  const { api, clock, tell, written, moves, says } = await openOddShop();
  const nextYear = new Date(clock.now().getTime() + 365 * 24 * 60 * minuteMs);
  await tell({ contacts: [ana], messages: [written({ from: ana.wa_id, from_user_id: 'BR.1' }, 'Oi', nextYear)] });
  clock.advance(minuteMs);
  const after = { phone: '+5511970000009', userId: 'BR.9', name: 'Ana' };
  await moves({ phone: '+5511970000001', userId: 'BR.1' }, after);
  await says(after, 'Mudei de número');
  expect(await contactsOf(api)).toMatchObject([{ phone: '+5511970000009' }]);
});

import { expect, test } from 'vitest';
import { secondMs } from '../../../server/platform/durations.ts';
import { signIn } from '../../support/server/console.ts';
import { minuteMs } from '../flows/support.ts';
import { type AnsweringShop, openFaqShop } from '../replies/support.ts';
import { message, person, report } from '../replies/vendor-events.ts';

const asked = 'Tem estacionamento?';
const gap = { kind: 'gap', providerMessageId: 'm1', from: person };
const edit = (content: string) => ({ kind: 'edit', by: 'CONTACT', person, providerMessageId: 'm1', content });
const deletion = { kind: 'deletion', by: 'CONTACT', person, providerMessageId: 'm1' };

/** A shop in which people answer. */
async function openShop(): Promise<AnsweringShop> {
  const shop = await openFaqShop();
  await shop.api.post(`/api/ai-agents/${shop.agentId}/unpublish`);
  return shop;
}

const thread = async (shop: AnsweringShop) => {
  const { id } = await shop.conversation();
  return (await shop.api.get(`/api/conversations/${id}/messages?limit=100`)).body.data.toReversed();
};

test('a message that was taken back is found by its words in both searches', async () => {
  const shop = await openShop();
  await report(shop, [message({ content: 'Quero empadas' })]);
  await report(shop, [deletion]);
  const found = await (await signIn(shop.shop)).get('/owner/search?q=empadas');
  expect(found.body.data).toMatchObject([{ kind: 'message', snippet: { text: 'Quero empadas' } }]);
  expect((await shop.api.get('/api/conversations?search=empadas')).body.total).toBe(1);
});

test('a message that could not be read and was corrected shows the correction, also when it arrives after all', async () => {
  const shop = await openShop();
  await report(shop, [gap]);
  await report(shop, [edit('Quero duas')]);
  const corrected = { content: 'Quero duas', notice: null, error: null, editedAt: expect.any(String) };
  expect(await thread(shop)).toMatchObject([corrected]);
  expect(await shop.shop.events('message.received')).toMatchObject([{ data: corrected }]);
  await report(shop, [message({ content: 'Quero uma' })]);
  expect(await thread(shop)).toMatchObject([{ ...corrected, earlier: [{ content: 'Quero uma' }] }]);
});

test('a message that could not be read and was taken back stays so when it arrives after all', async () => {
  const shop = await openShop();
  await report(shop, [gap]);
  await report(shop, [deletion]);
  await report(shop, [message({ content: 'Quero uma' })]);
  const takenBack = { content: null, deletedAt: expect.any(String), earlier: [{ content: 'Quero uma' }] };
  expect(await thread(shop)).toMatchObject([takenBack]);
});

test('a message that arrives after its correction is announced once as received', async () => {
  const shop = await openFaqShop();
  await report(shop, [edit(asked)]);
  await report(shop, [message({ content: 'Tem estacionament' })]);
  expect(await shop.shop.events('message.received')).toHaveLength(1);
  expect(await shop.shop.events('message.status')).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ earlier: [expect.any(Object)] }) }),
  );
  expect(await shop.heard()).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('what the owner wrote on the phone answers only what the customer had written by then', async () => {
  const shop = await openShop();
  const { clock } = shop;
  await report(shop, [message({ content: 'Abre hoje?' })]);
  const answeredAt = new Date(clock.now().getTime() + 5 * minuteMs).toISOString();
  clock.advance(10 * minuteMs);
  const askedAt = clock.now().toISOString();
  await report(shop, [message({ providerMessageId: 'm2', content: 'E amanhã?' })]);
  clock.advance(minuteMs);
  const echo = message({ kind: 'echo', providerMessageId: 'x1', to: person, content: 'Sim', at: answeredAt });
  await report(shop, [echo]);
  expect((await thread(shop)).map(({ content }: { content: string }) => content)).toEqual([
    'Abre hoje?',
    'Sim',
    'E amanhã?',
  ]);
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', waitingSince: askedAt });
  clock.advance(minuteMs);
  await report(shop, [{ ...echo, providerMessageId: 'x2', at: clock.now().toISOString() }]);
  expect(await shop.conversation()).toMatchObject({ waitingSince: null, unreadCount: 0 });
});

test('corrections that arrive in the wrong order leave the last one, and what was written before', async () => {
  const shop = await openShop();
  const at = (second: number) => new Date(shop.clock.now().getTime() + (second - 60) * secondMs).toISOString();
  await report(shop, [{ ...edit('Quero três'), at: at(20) }]);
  await report(shop, [{ ...edit('Quero duas'), at: at(10) }]);
  await report(shop, [message({ content: 'Quero uma' })]);
  const [corrected] = await thread(shop);
  expect(corrected.content).toBe('Quero três');
  expect(corrected.earlier.map(({ content }: { content: string }) => content)).toEqual(['Quero uma', 'Quero duas']);
});

test('a correction to something without words is shown as a notice, with what was written before', async () => {
  const shop = await openShop();
  await report(shop, [message({ content: 'Quero uma' })]);
  await report(shop, [{ ...edit(''), content: null }]);
  const notice = { kind: 'unknown', title: 'edit' };
  expect(await thread(shop)).toMatchObject([{ content: null, notice, earlier: [{ content: 'Quero uma' }] }]);
});

test('a text of spaces is shown as a notice', async () => {
  const shop = await openShop();
  await report(shop, [message({ content: ' ' })]);
  expect(await thread(shop)).toMatchObject([{ content: null, notice: { kind: 'unknown' } }]);
});

test('a customer who corrects a message of a closed conversation opens it again', async () => {
  const shop = await openShop();
  await report(shop, [message({ content: 'Quero uma' })]);
  const { id } = await shop.conversation();
  await shop.api.patch(`/api/conversations/${id}`, { status: 'RESOLVED' });
  await report(shop, [edit('Quero duas')]);
  const { status, waitingSince } = await shop.conversation();
  expect([status, typeof waitingSince]).toEqual(['ACTIVE', 'string']);
});

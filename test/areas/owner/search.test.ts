import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { addPerson, signIn } from '../../support/server/console.ts';
import { haircut, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const joao = '+5521998765432';

interface Marked {
  text: string;
  matches: [number, number][];
}
interface Hit {
  kind: string;
  id: string;
  title: Marked;
  snippet: Marked | null;
  conversationId: string | null;
}

/** A shop in which Maria has written, ordered, booked and become a lead; João has only written. */
async function openShop() {
  const shop = await startApp();
  const owner = await signIn(shop);
  const channel = await pairChannel(shop);
  const said = await channel.customerSays(maria, 'Vocês têm pão de açúcar e calabresa?', { name: 'Maria José' });
  await channel.customerSays(joao, 'Quero um orçamento de portão', { name: 'João Ávila' });
  const agent = await makeAgent(shop.api);
  const { body: order } = await shop.api.post('/api/orders', pizzas(agent));
  const { body: appointment } = await shop.api.post('/api/appointments', haircut(agent));
  const { body: lead } = await shop.api.post('/api/leads', { aiAgentId: agent, phone: maria, name: 'Maria José' });
  const ask = (text: string) => owner.get(`/owner/search?q=${encodeURIComponent(text)}`);
  const search = async (text: string): Promise<Hit[]> => {
    const answer = await ask(text);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body.data;
  };
  return { ...shop, owner, channel, agent, said, order, appointment, lead, ask, search };
}

/** The matched parts of a text. */
const marked = ({ text, matches }: Marked): string[] => matches.map(([start, end]) => text.slice(start, end));

test('one word finds the person, the order, the appointment and the lead, each with the way to its conversation', async () => {
  const { search, said, order, appointment, lead } = await openShop();
  const { conversationId } = said;
  expect(await search('maria')).toMatchObject([
    { kind: 'contact', title: { text: 'Maria José', matches: [[0, 5]] }, conversationId },
    {
      kind: 'order',
      id: order.id,
      title: { text: '#1 Maria José', matches: [[3, 8]] },
      snippet: { text: '2 × Pizza' },
      status: 'AWAITING_PAYMENT',
      amount: 91.8,
      conversationId,
    },
    {
      kind: 'appointment',
      id: appointment.id,
      title: { text: 'Corte' },
      snippet: { matches: [[0, 5]] },
      conversationId,
    },
    { kind: 'lead', id: lead.id, title: { matches: [[0, 5]] }, conversationId },
  ]);
});

test('a message is found with its conversation and the beginnings of words that matched, accents or not', async () => {
  const { search, said } = await openShop();
  const [hit, ...others] = await search('ACUC calab');
  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    kind: 'message',
    id: said.id,
    conversationId: said.conversationId,
    title: { text: 'Maria José', matches: [] },
    at: said.createdAt,
  });
  expect(marked(hit?.snippet as Marked)).toEqual(['açúc', 'calab']);
});

test('a long message is cut around its match', async () => {
  const { channel, search } = await openShop();
  await channel.customerSays(joao, `${'muitas palavras antes '.repeat(20)}\n abacaxi 🍍 ${'e depois '.repeat(40)}`);
  const [hit] = await search('abacaxi');
  const snippet = hit?.snippet as Marked;
  expect(marked(snippet)).toEqual(['abacaxi']);
  expect(snippet.text.length).toBeLessThanOrEqual(142);
  expect(snippet.text).toMatch(/^….*antes abacaxi 🍍 e depois.*…$/);
});

test('an order is found by its number, a person by the number in any spelling', async () => {
  const { api, agent, search, order } = await openShop();
  for (let number = 2; number <= 12; number++) await api.post('/api/orders', pizzas(agent));
  expect((await search('#1')).filter(({ kind }) => kind === 'order')[0]).toMatchObject({ id: order.id });
  const kinds = (hits: Hit[]) => [...new Set(hits.map(({ kind }) => kind))];
  expect(kinds(await search('(11) 98765-4321'))).toEqual(['contact', 'order', 'appointment', 'lead']);
  expect(kinds(await search('4321'))).toEqual(['contact', 'order', 'appointment', 'lead']);
});

test('an appointment is found by its service', async () => {
  const { search, appointment } = await openShop();
  expect(await search('cort')).toMatchObject([
    { kind: 'appointment', id: appointment.id, title: { matches: [[0, 4]] } },
  ]);
});

test('each kind has at most five hits, the newest, and a conversation only its newest message', async () => {
  const { channel, search } = await openShop();
  for (let index = 0; index < 7; index++) await channel.customerSays(`+551198000000${index}`, `Pedido ${index}`);
  const last = await channel.customerSays('+5511980000006', 'Mais um pedido');
  const hits = await search('pedido');
  expect(hits).toHaveLength(5);
  expect(hits[0]).toMatchObject({ kind: 'message', id: last.id });
  expect(new Set(hits.map(({ conversationId }) => conversationId)).size).toBe(5);
});

test('a person who never wrote is found without a conversation', async () => {
  const { api, search } = await openShop();
  await api.post('/api/contacts/import', { csv: 'phone,name\n+5511977776666,Zuleica' });
  expect(await search('zulei')).toMatchObject([{ kind: 'contact', conversationId: null }]);
});

test.each([
  '" "',
  '""',
  '*a*',
  '" OR 1=1 --',
  'NEAR(pizza, 2)',
  'NOT maria',
  'a AND',
  '😀😀',
  'e\u0301\u0301',
  '%_',
  "';--",
  'x'.repeat(100),
])('a search for %s is harmless', async (text) => {
  const { search } = await openShop();
  expect(Array.isArray(await search(text))).toBe(true);
});

test('a search needs 2 to 100 characters', async () => {
  const { ask, owner } = await openShop();
  expect((await ask('a')).status).toBe(400);
  expect((await ask('  a  ')).status).toBe(400);
  expect((await ask('a'.repeat(101))).status).toBe(400);
  expect((await owner.get('/owner/search')).status).toBe(400);
});

test('nothing of another shop is found', async () => {
  const { otherWorkspace, search } = await openShop();
  const other = await otherWorkspace();
  const agent = await makeAgent(other);
  await other.post('/api/contacts/import', { csv: 'phone,name\n+5511911112222,Xerxes' });
  await other.post('/api/orders', pizzas(agent, { clientName: 'Xerxes' }));
  await other.post('/api/appointments', haircut(agent, { clientName: 'Xerxes' }));
  await other.post('/api/leads', { aiAgentId: agent, phone: '+5511911112222', name: 'Xerxes' });
  expect(await search('xerxes')).toEqual([]);
});

test('an attendant finds what owners find', async () => {
  const { owner } = await openShop();
  const { client } = await addPerson(owner, 'Ana Souza');
  const answer = await client.get('/owner/search?q=maria');
  expect(answer.body.data.map(({ kind }: Hit) => kind)).toEqual(['contact', 'order', 'appointment', 'lead']);
});

test('no key can search', async () => {
  const { api } = await startApp();
  const answer = await api.get('/owner/search?q=maria');
  expect([answer.status, answer.body.code]).toEqual([403, 'owner_only']);
});

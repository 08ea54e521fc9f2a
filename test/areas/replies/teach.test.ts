import { expect, test } from 'vitest';
import { addPerson, signIn } from '../../support/server/console.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { faultsOf } from '../../support/shop/sales.ts';
import { makeTestGate } from '../agents/support.ts';
import { openFaqShop } from './support.ts';

const umbrella = { question: 'Vocês vendem guarda-chuva?', answer: 'Sim, no balcão.' };

/** A shop whose agent can be taught. The gate is a double that can be made to fail. */
async function openTeachableShop() {
  const gate = makeTestGate();
  const shop = await openFaqShop({ handoffAfterMisses: 0 }, { areas: gate.areas });
  const owner = await signIn(shop.shop);
  const path = `/owner/agents/${shop.agentId}`;
  const teach = (lesson: object, options = {}) => owner.post(`${path}/teach`, lesson, options);
  const listed = async (): Promise<{ id: string; question: string }[]> =>
    (await owner.get(`${path}/unanswered`)).body.groups;
  return { ...shop, gate, owner, path, teach, listed };
}

test('an answer that is taught is given to the next customer, and its question is no longer listed', async () => {
  const shop = await openTeachableShop();
  await shop.ask('vendem guarda chuva', maria);
  await shop.ask('Tem wifi?', joao);
  const asked = (await shop.listed()).find(({ question }) => question.includes('guarda'));
  const { status, body } = await shop.teach({ ...umbrella, questionId: asked?.id });
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'live', faq: umbrella, previous: null, failed: [], isRecognized: true });
  expect(await shop.ask('vendem guarda-chuva?', joao)).toEqual(['Sim, no balcão.']);
  expect((await shop.listed()).map(({ question }) => question)).toEqual(['Tem wifi?']);
  const { id } = await shop.conversation(maria);
  expect((await shop.owner.get(`/owner/conversations/${id}/unanswered`)).body.data).toEqual([]);
});

test('questions that mean the same as the taught one are closed without being named', async () => {
  const shop = await openTeachableShop();
  await shop.ask('vendem guarda chuva', maria);
  await shop.ask('vcs vendem guarda-chuvas??', joao);
  await shop.teach(umbrella);
  expect(await shop.listed()).toEqual([]);
});

test('an answer with which the tests fail is saved, and its question stays listed', async () => {
  const shop = await openTeachableShop();
  await shop.ask('vendem guarda chuva', maria);
  shop.gate.failing = 1;
  const { body } = await shop.teach(umbrella);
  expect(body).toMatchObject({ state: 'refused', failed: [{ advice: 'Set a fallback message' }] });
  expect(await shop.listed()).toHaveLength(1);
  expect((await shop.agent()).faqs).toHaveLength(3);
  expect(await shop.ask('Vocês vendem guarda-chuva?', joao)).not.toContainEqual(expect.stringContaining('balcão'));
  // The owner takes it back.
  await shop.api.delete(`/api/ai-agents/${shop.agentId}/faq/${body.faq.id}`);
  expect((await shop.agent()).faqs).toHaveLength(2);
});

test('an agent that is not published learns and stays as it is', async () => {
  const shop = await openTeachableShop();
  await shop.api.post(`/api/ai-agents/${shop.agentId}/unpublish`);
  expect((await shop.teach(umbrella)).body).toMatchObject({ state: 'tested', failed: [] });
  expect((await shop.agent()).status).toBe('UNPUBLISHED');
});

test('the same lesson twice is one FAQ, and another answer to the same question replaces the first', async () => {
  const shop = await openTeachableShop();
  const key = { headers: { 'Idempotency-Key': 'lesson-1' } };
  const first = await shop.teach(umbrella, key);
  expect((await shop.teach(umbrella, key)).body).toEqual(first.body);
  expect((await shop.teach(umbrella)).body).toMatchObject({ faq: { id: first.body.faq.id }, previous: umbrella });
  const other = { question: 'voces vendem guarda chuva', answer: 'Não mais.' };
  expect((await shop.teach(other)).body).toMatchObject({
    faq: { id: first.body.faq.id, ...other },
    previous: umbrella,
  });
  expect((await shop.agent()).faqs).toHaveLength(3);
});

test('a FAQ with nearly the same question is found, and can be changed instead', async () => {
  const shop = await openTeachableShop();
  const similar = async (question: string) =>
    (await shop.owner.get(`${shop.path}/similar-faqs?question=${encodeURIComponent(question)}`)).body.data;
  expect(await similar('Qual o preço da bicicleta?')).toEqual([]);
  const [parking] = await similar('vocês têm estacionamento aí');
  expect(parking).toMatchObject({ question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' });
  const lesson = { question: 'Tem estacionamento?', answer: 'Sim, é grátis.', faqId: parking.id };
  expect((await shop.teach(lesson)).body).toMatchObject({ previous: { answer: 'Sim, na rua de trás.' } });
  expect(await shop.ask('Tem estacionamento?')).toEqual([expect.stringContaining('Sim, é grátis.')]);
});

test('a lesson is refused without words, for an unknown FAQ, and to an attendant', async () => {
  const shop = await openTeachableShop();
  expect(faultsOf(await shop.teach({ question: ' ', answer: '' }))).toEqual(['body.question', 'body.answer']);
  expect(faultsOf(await shop.teach({ ...umbrella, faqId: 'faq_none' }))).toEqual(['body.faqId']);
  // A question that was closed meanwhile changes nothing.
  expect((await shop.teach({ ...umbrella, questionId: 'question_none' })).body.state).toBe('live');
  const { client } = await addPerson(shop.owner, 'Ana');
  expect((await client.post(`${shop.path}/teach`, umbrella)).status).toBe(403);
  expect((await shop.owner.post('/owner/agents/agent_none/teach', umbrella)).status).toBe(404);
});

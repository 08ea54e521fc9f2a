import { expect, test } from 'vitest';
import { readEmbedder, saveEmbedder } from '../../../server/areas/knowledge/index.ts';
import { startEmbedder } from '../../doubles/embedder.ts';
import { eventually } from '../../support/server/app.ts';
import { addPerson, signIn } from '../../support/server/console.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { type AnsweringShop, openFaqShop } from './support.ts';

const ana = '+5511987650002';
const dayMs = 24 * 3_600_000;
const neverHandsOver = { handoffAfterMisses: 0 };

/** A shop that is asked what its agent does not know, with its owner. */
async function openAskedShop() {
  const shop = await openFaqShop(neverHandsOver);
  const owner = await signIn(shop.shop);
  const path = `/owner/agents/${shop.agentId}/unanswered`;
  const list = async (query = '') => (await owner.get(`${path}${query}`)).body;
  return { ...shop, owner, path, list };
}

const askAll = async (shop: AnsweringShop, asked: [text: string, from: string][]) => {
  for (const [text, from] of asked) {
    await shop.ask(text, from);
    shop.clock.advance(60_000);
  }
};

test('what the agent could not answer is grouped by meaning, most frequent first', async () => {
  const shop = await openAskedShop();
  expect(await shop.list()).toEqual({ groups: [], total: 0 });
  await askAll(shop, [
    ['Tem wifi?', maria],
    ['Vendem guarda-chuva?', maria],
    ['VENDEM guarda chuva', joao],
    ['vcs vendem guarda-chuvas', ana],
    ['Tem estacionamento?', ana],
  ]);
  const { groups, total } = await shop.list();
  expect(total).toBe(4);
  expect(groups).toHaveLength(2);
  const [umbrella, wifi] = groups;
  expect(umbrella).toMatchObject({ question: 'VENDEM guarda chuva', count: 3, examples: ['vcs vendem guarda-chuvas'] });
  expect(wifi).toMatchObject({ question: 'Tem wifi?', count: 1, examples: [] });
  // It leads to the reply beside which the question stands.
  const last = await shop.conversation(ana);
  expect(umbrella.conversationId).toBe(last.id);
  const { body: messages } = await shop.api.get(`/api/conversations/${last.id}/messages`);
  const reply = messages.data.find(({ id }: { id: string }) => id === umbrella.messageId);
  expect(reply).toMatchObject({ author: 'AGENT' });
  expect(umbrella.lastAskedAt).toBe(reply.createdAt);
  // The order of the groups does not depend on the order of the reading.
  expect(await shop.list()).toEqual({ groups, total });
});

test('of several questions in one message only those without an answer are listed, also when the rest was answered', async () => {
  const shop = await openAskedShop();
  const [said] = await shop.ask('Tem estacionamento? Vendem guarda-chuva?', maria);
  expect(said).toContain('Sim, na rua de trás.');
  expect((await shop.list()).groups).toMatchObject([{ question: 'vendem guarda chuva', count: 1 }]);
  await shop.ask('Vendem guarda-sol? Consertam bicicleta?', joao);
  const questions = (await shop.list()).groups.flatMap(({ question }: { question: string }) => question);
  expect(questions).toEqual(expect.arrayContaining(['vendem guarda sol', 'consertam bicicleta']));
  // What was answered is not listed.
  await shop.ask('Aceitam cachorro?', ana);
  expect((await shop.list()).total).toBe(3);
});

test('a dismissed question is hidden until somebody asks it again, and can be restored', async () => {
  const shop = await openAskedShop();
  await askAll(shop, [
    ['Vendem guarda-chuva?', maria],
    ['vcs vendem guarda-chuvas', joao],
    ['Tem wifi?', maria],
  ]);
  const [umbrella] = (await shop.list()).groups;
  expect((await shop.owner.post(`${shop.path}/${umbrella.id}/dismiss`)).status).toBe(204);
  const questions = async () => (await shop.list()).groups.map(({ question }: { question: string }) => question);
  expect(await questions()).toEqual(['Tem wifi?']);
  expect((await shop.owner.post(`${shop.path}/${umbrella.id}/restore`)).status).toBe(204);
  expect((await shop.list()).groups[0]).toEqual(umbrella);
  await shop.owner.post(`${shop.path}/${umbrella.id}/dismiss`);
  await shop.ask('vendem guarda-chuva', ana);
  expect((await shop.list()).groups).toMatchObject([{ question: 'vendem guarda-chuva', count: 1 }, { count: 1 }]);
  // What was dismissed still counts in the week's figures.
  const { body: metrics } = await shop.api.get(`/api/ai-agents/${shop.agentId}/metrics`);
  expect(metrics.topUnanswered[0]).toMatchObject({ count: 2 });
});

test('questions go with the customer who asked them, and after thirty days', async () => {
  const shop = await openAskedShop();
  await askAll(shop, [
    ['Vendem guarda-chuva?', maria],
    ['Tem wifi?', joao],
  ]);
  const { id } = await shop.conversation(maria);
  const ofMaria = () => shop.owner.get(`/owner/conversations/${id}/unanswered`);
  expect((await ofMaria()).body.data).toMatchObject([
    { question: 'Vendem guarda-chuva?', agentId: shop.agentId, conversationId: id },
  ]);
  const { body: contact } = await shop.api.get(`/api/contacts/${encodeURIComponent(maria)}`);
  expect((await shop.owner.post('/owner/contacts/delete', { ids: [contact.id] })).body).toMatchObject({ deleted: 1 });
  expect((await shop.list()).groups).toMatchObject([{ question: 'Tem wifi?' }]);
  expect((await ofMaria()).status).toBe(404);
  shop.clock.advance(2 * dayMs);
  expect((await shop.list('?days=1')).groups).toEqual([]);
  expect((await shop.list()).groups).toHaveLength(1);
  shop.clock.advance(29 * dayMs);
  await shop.shop.app.platform.scheduler.tick();
  await shop.settle();
  const kept = await shop.shop.app.platform.database.read.selectFrom('reply_questions').selectAll().execute();
  expect(kept).toEqual([]);
});

test('the start screen tells the owner how many questions nobody could answer', async () => {
  const shop = await openAskedShop();
  await askAll(shop, [
    ['Vendem guarda-chuva?', maria],
    ['Vendem guarda-chuva?', joao],
    ['Tem wifi?', joao],
  ]);
  const unansweredFor = async (client: AnsweringShop['api']) =>
    (await client.get('/owner/today')).body.attention.filter(({ kind }: { kind: string }) => kind === 'unanswered');
  expect(await unansweredFor(shop.owner)).toEqual([
    { kind: 'unanswered', agentId: shop.agentId, name: 'Bia', count: 2 },
  ]);
  const { client } = await addPerson(shop.owner, 'Ana');
  expect(await unansweredFor(client)).toEqual([]);
  expect((await client.get(shop.path)).status).toBe(403);
  await shop.api.post(`/api/ai-agents/${shop.agentId}/archive`);
  expect(await unansweredFor(shop.owner)).toEqual([]);
});

test('hundreds of questions are grouped, and a long time of them is refused', async () => {
  const shop = await openAskedShop();
  const { platform } = shop.shop.app;
  const { id: conversationId } = (await shop.ask('Tem wifi?', maria)) && (await shop.conversation(maria));
  const row = await platform.database.read.selectFrom('reply_questions').selectAll().executeTakeFirstOrThrow();
  await platform.write(async ({ db }) => {
    for (let number = 0; number < 300; number++) {
      const question = `Vendem produto${number} azul?`;
      const values = { ...row, id: `question_${number}`, question, question_folded: question.toLowerCase() };
      await db.insertInto('reply_questions').values(values).execute();
    }
  });
  const { groups, total } = await shop.list();
  expect(total).toBe(301);
  expect(groups.flatMap(({ conversationId: id }: { conversationId: string }) => id)).toContain(conversationId);
  expect((await shop.owner.get(`${shop.path}?days=31`)).status).toBe(400);
});

test('with an embedder, questions without a common word are one when their meaning is the same', async () => {
  const shop = await openAskedShop();
  await askAll(shop, [
    ['Vendem guarda?', maria],
    ['Achei paraguas?', joao],
    ['Tem wifi?', ana],
  ]);
  expect((await shop.list()).groups).toHaveLength(3);
  const { platform } = shop.shop.app;
  const embedder = await startEmbedder([['guarda', 'paraguas']]);
  await saveEmbedder(platform, {
    ...{ kind: 'openai', baseUrl: embedder.baseUrl, model: 'tiny', key: 'sk-secret' },
    ...{ queryPrefix: '', passagePrefix: '', minSimilarity: 0.6 },
  });
  await eventually(async () => (await readEmbedder(platform)).isServing);
  const { groups } = await shop.list();
  expect(groups).toMatchObject([
    { question: 'Achei paraguas?', count: 2, examples: ['Vendem guarda?'] },
    { question: 'Tem wifi?', count: 1 },
  ]);
  // A failing embedder is asked once, and words decide.
  platform.services.exampleVectors.clear();
  embedder.fault = { status: 500 };
  const before = embedder.requests.length;
  expect((await shop.list()).groups).toHaveLength(3);
  expect(embedder.requests.length).toBe(before + 1);
});

import { expect, it } from 'vitest';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { joao } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { addCard, openPipeline } from './support.ts';

/** A console, and a pipeline with two cards of João and one of nobody. */
async function openBoard() {
  const shop = await startApp();
  const owner = await signIn(shop);
  const channel = await pairChannel(shop);
  const { conversationId } = await channel.customerSays(joao, 'Bom dia', { name: 'João Lima' });
  const pipeline = await openPipeline(shop.api);
  const add = (stage: number, more: object) => addCard(shop.api, pipeline.id, pipeline.stageIds[stage], more);
  const person = { contactName: 'João Lima', contactPhone: joao };
  const party = await add(0, { title: 'Party', value: 100, ...person, conversationId });
  const lunch = await add(1, { title: 'Lunch', value: 250.5, ...person });
  const fair = await add(0, { title: 'School fair', value: 40 });
  const view = async (query: string) => (await owner.get(`/owner/pipelines/${pipeline.id}?${query}`)).body.stages;
  /** The titles that are found, and count and total of the first stage. */
  const found = async (query: string) => {
    const stages = await view(query);
    const titles = stages.flatMap(({ cards }: { cards: { title: string }[] }) => cards.map(({ title }) => title));
    return { titles, count: stages[0].count, total: stages[0].total };
  };
  return { shop, owner, pipeline, party, lunch, fair, conversationId, view, found };
}

it('finds cards by the beginnings of words of the title and the name, and by the number, whatever the case and the accents', async () => {
  const { found, shop, fair } = await openBoard();
  expect(await found('')).toEqual({ titles: ['Party', 'School fair', 'Lunch'], count: 2, total: 140 });
  expect(await found('search=JOAO')).toEqual({ titles: ['Party', 'Lunch'], count: 1, total: 100 });
  expect(await found('search=fa%20scho')).toEqual({ titles: ['School fair'], count: 1, total: 40 });
  expect((await found(`search=${joao.slice(-9)}`)).titles).toEqual(['Party', 'Lunch']);
  expect(await found('search=%25')).toEqual({ titles: [], count: 0, total: 0 });
  await shop.api.patch(`/api/crm/cards/${fair.id}`, { contactName: 'Zoé' });
  expect((await found('search=zoe')).titles).toEqual(['School fair']);
});

it('filters by unread messages and by source, and tells who waits', async () => {
  const { found, view, shop, owner, conversationId, party } = await openBoard();
  expect((await found('unread=true')).titles).toEqual(['Party']);
  expect((await found('source=API')).titles).toHaveLength(3);
  expect((await found('source=AGENT')).titles).toEqual([]);
  expect((await view(''))[0].cards[0]).toMatchObject({
    title: 'Party',
    unreadCount: 1,
    waitingSince: expect.any(String),
  });
  await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'RESOLVED' });
  const { body } = await owner.get(`/owner/pipeline-cards/${party.id}`);
  expect(body).toMatchObject({ waitingSince: null, orderKey: expect.any(String) });
});

it('reads as many cards of each stage as are asked for, and a page of one stage', async () => {
  const { view, owner, pipeline } = await openBoard();
  expect((await view('shown=1'))[0]).toMatchObject({ count: 2, hasMore: true, cards: [{ title: 'Party' }] });
  const { body } = await owner.get(`/owner/pipeline-stages/${pipeline.stageIds[0]}/cards?offset=1`);
  expect(body.data).toMatchObject([{ title: 'School fair' }]);
  const searched = await owner.get(`/owner/pipeline-stages/${pipeline.stageIds[0]}/cards?search=party`);
  expect(searched.body.data).toMatchObject([{ title: 'Party' }]);
});

it('lists the cards of a contact with their stages, newest first', async () => {
  const { owner } = await openBoard();
  const { id } = (await owner.get(`/api/contacts/${joao}`)).body;
  const { body } = await owner.get(`/owner/pipeline-cards?contactId=${id}`);
  expect(body.data).toMatchObject([
    { title: 'Lunch', stage: { color: '#3b82f6', isWon: false } },
    { title: 'Party', stage: { color: '#64748b' }, pipelineName: expect.any(String) },
  ]);
});

it('shows nothing of another workspace', async () => {
  const { owner } = await openBoard();
  const other = await openWorkspace();
  const pipeline = await openPipeline(other.api);
  const card = await addCard(other.api, pipeline.id, pipeline.stageIds[0]);
  expect((await owner.get(`/owner/pipelines/${pipeline.id}`)).status).toBe(404);
  expect((await owner.get(`/owner/pipeline-stages/${pipeline.stageIds[0]}/cards`)).status).toBe(404);
  expect((await owner.get(`/owner/pipeline-cards/${card.id}`)).status).toBe(404);
});

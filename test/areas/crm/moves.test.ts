import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Client, openWorkspace } from '../../support/server/app.ts';
import { addCard, openPipeline, titlesOf } from './support.ts';

/** A pipeline whose first stage holds the cards A, B, C, … from top to bottom. */
async function fillStage(api: Client, count: number) {
  const { id, stageIds } = await openPipeline(api);
  const cards: string[] = [];
  for (let index = 0; index < count; index++) {
    cards.push((await addCard(api, id, stageIds[0], { title: String.fromCharCode(65 + index), value: 1 })).id);
  }
  const move = (card: number, stage: number, place: { before?: number; after?: number } = {}) =>
    api.post(`/api/crm/cards/${cards[card]}/move`, {
      toStageId: stageIds[stage],
      beforeCardId: place.before === undefined ? null : cards[place.before],
      afterCardId: place.after === undefined ? null : cards[place.after],
    });
  return { id, stageIds, cards, move, order: () => titlesOf(api, stageIds[0]) };
}

describe('within a stage', () => {
  it.each([
    ['below the card before it', { before: 2 }, 'BCAD'],
    ['above the card after it', { after: 3 }, 'BCAD'],
    ['between both', { before: 2, after: 3 }, 'BCAD'],
    ['to the bottom', { before: 3 }, 'BCDA'],
    ['to the end without neighbours', {}, 'BCDA'],
    ['where it stands', { after: 1 }, 'ABCD'],
  ])('moves a card %s', async (_name, place, expected) => {
    const { api } = await openWorkspace();
    const stage = await fillStage(api, 4);
    expect((await stage.move(0, 0, place)).status).toBe(200);
    expect((await stage.order()).join('')).toBe(expected);
  });

  it('moves a card to the top any number of times', async () => {
    const { api } = await openWorkspace();
    const stage = await fillStage(api, 4);
    await stage.move(3, 0, { after: 0 });
    expect(await stage.order()).toEqual(['D', 'A', 'B', 'C']);
    await stage.move(2, 0, { after: 3 });
    expect(await stage.order()).toEqual(['C', 'D', 'A', 'B']);
  });

  it('treats neighbours as adjacent when only the moving card is between them', async () => {
    const { api } = await openWorkspace();
    const stage = await fillStage(api, 3);
    expect((await stage.move(1, 0, { before: 0, after: 2 })).status).toBe(200);
    expect(await stage.order()).toEqual(['A', 'B', 'C']);
  });
});

it('moves a card to another stage, with its counters, timeline and event', async () => {
  const shop = await openWorkspace();
  const stage = await fillStage(shop.api, 2);
  const moved = await stage.move(0, 1);
  expect(moved).toMatchObject({ status: 200, body: { title: 'A', stageId: stage.stageIds[1] } });
  await stage.move(1, 1, { after: 0 });
  expect(await titlesOf(shop.api, stage.stageIds[1])).toEqual(['B', 'A']);
  const { body: board } = await shop.api.get(`/api/crm/pipelines/${stage.id}/board`);
  expect(board.stages.slice(0, 2)).toMatchObject([
    { count: 0, total: 0 },
    { count: 2, total: 2 },
  ]);
  const [event] = await shop.events('crm.card.moved');
  expect(event).toMatchObject({ data: moved.body, previous: { stageId: stage.stageIds[0] } });
  const { body } = await shop.api.get(`/api/crm/events?pipelineId=${stage.id}&filter=moves`);
  expect(body.data[1]).toMatchObject({ fromStage: { name: 'Novo' }, toStage: { name: 'Qualificado' } });
});

it('rejects neighbours of another stage, in the wrong order, not adjacent, or the card itself, and moves nothing', async () => {
  const shop = await openWorkspace();
  const stage = await fillStage(shop.api, 4);
  const refused = [
    await stage.move(0, 1, { before: 1 }),
    await stage.move(0, 1, { after: 1 }),
    await stage.move(0, 0, { before: 1, after: 3 }),
    await stage.move(0, 0, { before: 2, after: 1 }),
    await stage.move(0, 0, { before: 1, after: 1 }),
    await stage.move(0, 0, { before: 0 }),
  ];
  for (const answer of refused) expect(answer).toMatchObject({ status: 400, body: { code: 'not_neighbours' } });
  expect(await stage.order()).toEqual(['A', 'B', 'C', 'D']);
  expect(await shop.events('crm.card.moved')).toEqual([]);
});

it('rejects a move to another pipeline or to an unknown stage', async () => {
  const { api } = await openWorkspace();
  const stage = await fillStage(api, 1);
  const { body: other } = await api.post('/api/crm/pipelines', { name: 'Repairs' });
  const path = `/api/crm/cards/${stage.cards[0]}/move`;
  const away = await api.post(path, { toStageId: other.stages[0].id });
  expect(away).toMatchObject({ status: 400, body: { code: 'move_between_pipelines' } });
  const toStageId = stage.stageIds[0];
  expect(await api.post(path, { toStageId: 'nothing' })).toMatchObject({
    status: 404,
    body: { code: 'unknown_reference', errors: [{ field: 'body.toStageId' }] },
  });
  expect((await api.post(path, { toStageId, beforeCardId: 'nothing' })).status).toBe(404);
  expect((await api.post('/api/crm/cards/nothing/move', { toStageId })).status).toBe(404);
  expect((await api.post(path, {})).status).toBe(400);
});

it('puts simultaneous moves to the same place into one order', async () => {
  const { api } = await openWorkspace();
  const stage = await fillStage(api, 20);
  const movers = Array.from({ length: 18 }, (_, index) => index + 2);
  const answers = await Promise.all(movers.map((card) => stage.move(card, 0, { before: 0 })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const order = await stage.order();
  expect(order[0]).toBe('A');
  expect(order.at(-1)).toBe('B');
  expect(order.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => String.fromCharCode(65 + index)));
});

it('neither loses nor duplicates a card in 200 simultaneous moves', async () => {
  const shop = await openWorkspace();
  const stage = await fillStage(shop.api, 12);
  const card = fc.nat(11);
  const place = fc.record({ before: card, after: card }, { requiredKeys: [] });
  const moves = fc.array(fc.record({ card, stage: fc.nat(2), place }), { minLength: 200, maxLength: 200 });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(moves, async (wanted) => {
      const answers = await Promise.all(wanted.map((move) => stage.move(move.card, move.stage, move.place)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      accepted += statuses.filter((status) => status === 200).length;
      const { body: board } = await shop.api.get(`/api/crm/pipelines/${stage.id}/board`);
      const ids = board.stages.flatMap(({ cards }: { cards: { id: string }[] }) => cards.map(({ id }) => id));
      expect(ids.toSorted()).toEqual(stage.cards.toSorted());
      for (const { count, total, cards } of board.stages) expect([count, total]).toEqual([cards.length, cards.length]);
    }),
    { numRuns: 5 },
  );
  expect(accepted).toBeGreaterThan(0);
  const { body } = await shop.api.get(`/api/crm/events?pipelineId=${stage.id}&filter=moves`);
  expect(body.total).toBe(accepted);
});

import { describe, expect, it } from 'vitest';
import { createCard } from '../../../server/areas/crm/index.ts';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addCard, openPipeline } from './support.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Five cards in November 2026; the shop is in São Paulo, three hours behind UTC, and 2 November is a Monday.
 *
 *   day 0   A (100), B (50.50) and C (no value) are made      day 9    A is won
 *   day 1   A: Novo -> Qualificado                            day 10   A is now worth 999; an agent makes D (20)
 *   day 2   B: Novo -> Ganho                                  day 20   23:30 on a Sunday: D is won
 *   day 3   A -> Proposta, C -> Perdido                       day 28   E is made, B is deleted, A goes back to Novo
 */
async function tellNovember() {
  const clock = new ManualClock('2026-11-02T12:00:00.000Z');
  const shop = await startApp({ clock });
  const { api } = shop;
  const pipeline = await openPipeline(api);
  const [open, qualified, proposal, won, lost] = pipeline.stageIds;
  const make = (title: string, value: number | null) => addCard(api, pipeline.id, open, { title, value });
  const move = (card: { id: string }, toStageId: string | undefined) =>
    api.post(`/api/crm/cards/${card.id}/move`, { toStageId });
  const report = async (query = '') => (await api.get(`/api/crm/reports?pipelineId=${pipeline.id}${query}`)).body;

  const a = await make('A', 100);
  const b = await make('B', 50.5);
  const c = await make('C', null);
  clock.advance(dayMs);
  await move(a, qualified);
  clock.advance(dayMs);
  await move(b, won);
  clock.advance(dayMs);
  await move(a, proposal);
  await move(c, lost);
  clock.advance(6 * dayMs);
  await move(a, won);
  clock.advance(dayMs);
  await api.patch(`/api/crm/cards/${a.id}`, { value: 999 });
  const agent = { source: 'AGENT', id: 'agent_1', name: 'Bia' } as const;
  const draft = { pipelineId: pipeline.id, stageId: open ?? '', title: 'D', value: 20 };
  const d = await shop.app.platform.work(shop.workspace, agent, (work) => createCard(work, draft));
  clock.advance(hourMs);
  const beginning = await report('&from=2026-11-02&to=2026-11-11');
  clock.advance(10 * dayMs + 13.5 * hourMs);
  await move(d, won);
  clock.advance(7 * dayMs + 9.5 * hourMs);
  await make('E', 7);
  await api.delete(`/api/crm/cards/${b.id}`);
  await move(a, open);
  return { ...shop, pipeline, report, beginning };
}

describe('the report of November', () => {
  it('agrees with the figures computed by hand', async () => {
    const { report, pipeline } = await tellNovember();
    const [open, qualified, proposal, won, lost] = pipeline.stageIds;
    const { funnel, cycle, weeklySales, sources, ...rest } = await report('&from=2026-11-02&to=2026-11-30');
    expect(rest).toEqual({
      pipelineId: pipeline.id,
      from: '2026-11-02T03:00:00.000Z',
      to: '2026-12-01T03:00:00.000Z',
      kpis: {
        open: 2,
        won: 3,
        lost: 1,
        conversionRate: 0.75,
        wonValue: 170.5,
        averageTicket: 56.83,
        // A 9 days, B 2 days, D 10 days 14.5 hours.
        averageDaysToWin: 7.2,
      },
    });
    expect(funnel).toEqual([
      { stageId: open, name: 'Novo', reached: 5, rateToNext: 0.2 },
      { stageId: qualified, name: 'Qualificado', reached: 1, rateToNext: 1 },
      { stageId: proposal, name: 'Proposta', reached: 1, rateToNext: 3 },
      { stageId: won, name: 'Ganho', reached: 3, rateToNext: null },
      { stageId: lost, name: 'Perdido', reached: 1, rateToNext: null },
    ]);
    expect(weeklySales).toEqual([
      { week: '2026-W45', startsOn: '2026-11-02', won: 1, wonValue: 50.5 },
      { week: '2026-W46', startsOn: '2026-11-09', won: 1, wonValue: 100 },
      { week: '2026-W47', startsOn: '2026-11-16', won: 1, wonValue: 20 },
      { week: '2026-W48', startsOn: '2026-11-23', won: 0, wonValue: 0 },
      { week: '2026-W49', startsOn: '2026-11-30', won: 0, wonValue: 0 },
    ]);
    expect(sources).toEqual([
      { source: 'API', created: 4, won: 2, wonValue: 150.5 },
      { source: 'AGENT', created: 1, won: 1, wonValue: 20 },
      { source: 'FLOW', created: 0, won: 0, wonValue: 0 },
      { source: 'CONSOLE', created: 0, won: 0, wonValue: 0 },
    ]);
    expect(cycle).toEqual([
      // A 1, B 2, C 3, D 10.6 days.
      { stageId: open, name: 'Novo', stays: 4, medianDays: 2.5, p90Days: 10.6 },
      { stageId: qualified, name: 'Qualificado', stays: 1, medianDays: 2, p90Days: 2 },
      { stageId: proposal, name: 'Proposta', stays: 1, medianDays: 6, p90Days: 6 },
      { stageId: won, name: 'Ganho', stays: 2, medianDays: 22.5, p90Days: 26 },
      { stageId: lost, name: 'Perdido', stays: 0, medianDays: null, p90Days: null },
    ]);
  });

  it('does not change the past when cards are moved, changed or deleted later', async () => {
    const { report, beginning } = await tellNovember();
    expect(beginning.kpis).toMatchObject({ open: 0, won: 2, lost: 1, wonValue: 150.5 });
    expect(await report('&from=2026-11-02&to=2026-11-11')).toEqual(beginning);
  });

  it('covers the last 30 days of the workspace by default', async () => {
    const { report } = await tellNovember();
    expect(await report()).toMatchObject({ from: '2026-11-01T03:00:00.000Z', to: '2026-12-01T03:00:00.000Z' });
    expect(await report('&to=2026-11-08')).toMatchObject({ from: '2026-10-10T03:00:00.000Z', kpis: { won: 1 } });
    expect(await report('&from=2026-11-29')).toMatchObject({ to: '2026-12-01T03:00:00.000Z', kpis: { won: 0 } });
    const moment = await report('&from=2026-11-04T12:00:00Z&to=2026-11-04T09:00:01-03:00');
    expect(moment).toMatchObject({ from: '2026-11-04T12:00:00.000Z', kpis: { won: 1 }, weeklySales: { length: 1 } });
  });

  it('names each week of a year with 53 weeks', async () => {
    const { report } = await tellNovember();
    const { weeklySales } = await report('&from=2026-12-27&to=2027-01-04');
    expect(weeklySales.map((week: { week: string }) => week.week)).toEqual(['2026-W52', '2026-W53', '2027-W01']);
  });
});

it('rejects an empty or too long range, an invalid day and an unknown pipeline', async () => {
  const { api } = await openWorkspace();
  const { id } = await openPipeline(api);
  const read = (query: string) => api.get(`/api/crm/reports?${query}`);
  const empty = await read(`pipelineId=${id}&from=2026-11-02&to=2026-11-01`);
  expect(empty).toMatchObject({ status: 400, body: { errors: [{ field: 'query.from' }] } });
  expect((await read(`pipelineId=${id}&from=1990-01-01`)).status).toBe(400);
  expect((await read(`pipelineId=${id}&from=yesterday`)).status).toBe(400);
  expect((await read('from=2026-11-02')).status).toBe(400);
  expect((await read('pipelineId=nothing')).status).toBe(404);
  expect((await read(`pipelineId=${id}`)).body.kpis).toEqual({
    open: 0,
    won: 0,
    lost: 0,
    conversionRate: null,
    wonValue: 0,
    averageTicket: null,
    averageDaysToWin: null,
  });
});

it('rejects a report of a day at the beginning of our era', async () => {
  const { api } = await openWorkspace();
  const { id } = await openPipeline(api);
  const refused = await api.get(`/api/crm/reports?pipelineId=${id}&to=0000-01-01`);
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'query.to']);
});

import type { Db } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/durations.ts';
import { fromCents } from '../../platform/text/money.ts';
import { listStages, type StageRow } from './pipelines.store.ts';
import { cardSources, type Report } from './report.schemas.ts';
import {
  type Closing,
  countEntries,
  countOpen,
  type Entries,
  listClosings,
  listStays,
  type ReportScope,
} from './report.store.ts';
import { type Week, weeksOf } from './report-range.ts';

const round = (value: number, places: number): number => Number(value.toFixed(places));
const toDays = (ms: number): number => round(ms / dayMs, 2);
const sumBy = <Item>(items: Item[], read: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + read(item), 0);
const salesOf = (wins: Closing[]): number => fromCents(sumBy(wins, (win) => win.valueCents));

/** Computes the report of a pipeline from its timeline; the operation's description tells the definitions. */
export async function readReport(db: Db, timezone: string, scope: ReportScope): Promise<Report> {
  const { workspaceId, pipelineId, from, to } = scope;
  const stages = await listStages(db, workspaceId, pipelineId);
  const closings = await listClosings(db, scope);
  const wins = closings.filter((closing) => closing.outcome === 'WON');
  const entries = await countEntries(db, scope);
  return {
    pipelineId,
    from,
    to,
    kpis: { open: await countOpen(db, scope), ...toKpis(wins, closings.length) },
    funnel: toFunnel(stages, entries),
    weeklySales: toWeeklySales(weeksOf(timezone, scope), wins),
    sources: toSources(entries, wins),
    cycle: toCycle(stages, await listStays(db, scope)),
  };
}

function toKpis(wins: Closing[], closed: number): Omit<Report['kpis'], 'open'> {
  const won = wins.length;
  return {
    won,
    lost: closed - won,
    conversionRate: closed === 0 ? null : round(won / closed, 4),
    wonValue: salesOf(wins),
    averageTicket: won === 0 ? null : round(salesOf(wins) / won, 2),
    averageDaysToWin: won === 0 ? null : toDays(sumBy(wins, (win) => win.ageMs) / won),
  };
}

function toFunnel(stages: StageRow[], entries: Entries[]): Report['funnel'] {
  const reachedBy = (stage: StageRow) => sumBy(entries, (entry) => (entry.stageId === stage.id ? entry.cards : 0));
  return stages.map((stage, index) => {
    const reached = reachedBy(stage);
    const next = stages[index + 1];
    const hasRate = next !== undefined && next.is_lost === 0 && reached > 0;
    return {
      stageId: stage.id,
      name: stage.name,
      reached,
      rateToNext: hasRate ? round(reachedBy(next) / reached, 4) : null,
    };
  });
}

function toWeeklySales(weeks: Week[], wins: Closing[]): Report['weeklySales'] {
  const byWeek = Map.groupBy(wins, (win) => weeks.findLast((week) => week.from <= win.at));
  return weeks.map((week) => {
    const sales = byWeek.get(week) ?? [];
    return { week: week.name, startsOn: week.startsOn, won: sales.length, wonValue: salesOf(sales) };
  });
}

const toSources = (entries: Entries[], wins: Closing[]): Report['sources'] =>
  cardSources.map((source) => {
    const own = wins.filter((win) => win.source === source);
    const created = sumBy(entries, (entry) => (entry.type === 'CREATED' && entry.source === source ? entry.cards : 0));
    return { source, created, won: own.length, wonValue: salesOf(own) };
  });

function toCycle(stages: StageRow[], stays: Map<string, number[]>): Report['cycle'] {
  return stages.map((stage) => {
    const sorted = Float64Array.from(stays.get(stage.id) ?? []).sort();
    const count = sorted.length;
    const at = (index: number) => sorted[index] ?? 0;
    const median = (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
    return {
      stageId: stage.id,
      name: stage.name,
      stays: count,
      medianDays: count === 0 ? null : toDays(median),
      p90Days: count === 0 ? null : toDays(at(Math.ceil(count * 0.9) - 1)),
    };
  });
}

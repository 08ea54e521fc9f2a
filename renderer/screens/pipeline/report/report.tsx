import { SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Empty, Section } from '../../../components/page/page.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { BarTable } from './bar-table.tsx';
import { Weeks } from './weeks.tsx';

export type ReportData = Result<'readCrmReport'>;

const ranges = ['30', '90', '365'] as const;
const dayMs = 86_400_000;

/** What a pipeline has brought: figures, funnel, sales by week, sources and how long cards stay. */
export function Report({ pipelineId }: { pipelineId: string }) {
  const { t } = useTranslation('pipeline');
  const { timezone } = useConsole().workspace;
  const [days, setDays] = useState<(typeof ranges)[number]>('30');
  const from = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(
    new Date(Date.now() - (Number(days) - 1) * dayMs),
  );
  const report = useQuery({
    ...operationQuery('readCrmReport', { query: { pipelineId, from } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="pl-report">
      <SegmentedControl
        size="xs"
        aria-label={t('report.range')}
        value={days}
        onChange={(value) => setDays(value as typeof days)}
        data={ranges.map((value) => ({ value, label: t('report.days', { count: Number(value) }) }))}
      />
      {report.error && <Failure error={report.error} onRetry={report.refetch} />}
      {report.isPending && <Loading shape="figures" count={6} />}
      {report.data && <Plots report={report.data} />}
    </div>
  );
}

function Plots({ report }: { report: ReportData }) {
  const { t } = useTranslation('pipeline');
  const { kpis, funnel } = report;
  const isEmpty = kpis.open + kpis.won + kpis.lost + funnel.reduce((sum, { reached }) => sum + reached, 0) === 0;
  if (isEmpty) return <Empty drawing="search" text={t('report.empty')} />;
  return (
    <>
      <Figures kpis={kpis} />
      <div className="pl-plots">
        <Section title={t('report.weekly')}>
          <Weeks weeks={report.weeklySales} />
        </Section>
        <Section title={t('report.funnel')}>
          <Funnel funnel={funnel} />
        </Section>
        <Section title={t('report.sources')}>
          <Sources sources={report.sources} />
        </Section>
        <Section title={t('report.cycle')}>
          <Cycle cycle={report.cycle} />
        </Section>
      </div>
    </>
  );
}

function Figures({ kpis }: { kpis: ReportData['kpis'] }) {
  const { t } = useTranslation('pipeline');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  const { days, percent } = useReportFormats();
  const figures = [
    ['wonValue', money(kpis.wonValue, currency)],
    ['won', number(kpis.won)],
    ['lost', number(kpis.lost)],
    ['conversion', kpis.conversionRate === null ? '–' : percent(kpis.conversionRate)],
    ['ticket', kpis.averageTicket === null ? '–' : money(kpis.averageTicket, currency)],
    ['daysToWin', kpis.averageDaysToWin === null ? '–' : days(kpis.averageDaysToWin)],
    ['open', number(kpis.open)],
  ] as const;
  return (
    <dl className="pl-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`report.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Cards that reached each stage, and the share of them that reached the next one. */
function Funnel({ funnel }: { funnel: ReportData['funnel'] }) {
  const { t } = useTranslation('pipeline');
  const { number } = useFormats();
  const { percent } = useReportFormats();
  return (
    <BarTable
      columns={[t('report.stage'), t('report.reached'), t('report.next')]}
      rows={funnel.map(({ stageId, name, reached, rateToNext }) => ({
        id: stageId,
        name,
        value: reached,
        cells: [number(reached), rateToNext === null ? '' : percent(rateToNext)],
      }))}
    />
  );
}

/** Cards by what created them; the filled part of a bar was won. */
function Sources({ sources }: { sources: ReportData['sources'] }) {
  const { t } = useTranslation('pipeline');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  return (
    <BarTable
      columns={[t('filters.source'), t('report.created'), t('report.won'), t('report.wonValue')]}
      rows={sources.map(({ source, created, won, wonValue }) => ({
        id: source,
        name: t(`sources.${source}`),
        value: Math.max(created, won),
        part: won,
        cells: [number(created), number(won), money(wonValue, currency)],
      }))}
    />
  );
}

/** Days that cards stayed in a stage: half of them at most the filled part, nine of ten at most the whole bar. */
function Cycle({ cycle }: { cycle: ReportData['cycle'] }) {
  const { t } = useTranslation('pipeline');
  const { days } = useReportFormats();
  const left = cycle.filter(({ stays }) => stays > 0);
  if (left.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('report.noStays')}
      </Text>
    );
  }
  return (
    <BarTable
      columns={[t('report.stage'), t('report.median'), t('report.p90')]}
      rows={left.map(({ stageId, name, medianDays, p90Days }) => ({
        id: stageId,
        name,
        value: p90Days ?? 0,
        part: medianDays ?? 0,
        cells: [days(medianDays ?? 0), days(p90Days ?? 0)],
      }))}
    />
  );
}

function useReportFormats() {
  const { i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const days = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return { percent: (share: number) => percent.format(share), days: (value: number) => days.format(value) };
}

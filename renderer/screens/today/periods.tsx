import { Group, SegmentedControl, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useFormats } from '../../components/values/use-formats.ts';
import { useIsOwner } from '../../session.ts';
import { Bars } from './bars.tsx';
import type { TodayView } from './view.ts';

type Period = 'week' | 'month';

/** Sales, conversations and the agent's share of this week or month, day by day; the last day is unfinished. */
export function Periods({ view }: { view: TodayView }) {
  const { t, i18n } = useTranslation('today');
  const { money, number } = useFormats();
  const isOwner = useIsOwner();
  const [period, setPeriod] = useState<Period>('week');
  const { from, sales, orders, conversations, agentShare } = view[period];
  const days = view.days.filter(({ date }) => date >= from);
  const percent = (value: number) =>
    value.toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const short = (value: number) =>
    value.toLocaleString(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const dates = datesOf(period, from);
  const share = percent(agentShare ?? 0);
  return (
    <section aria-label={t('periods.title')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {t('periods.title')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('periods.title')}
          value={period}
          onChange={(value) => setPeriod(value as Period)}
          data={(['week', 'month'] as const).map((value) => ({ value, label: t(`periods.${value}`) }))}
        />
      </Group>
      <div className="td-plots">
        <Bars
          title={t('periods.sales')}
          none={t('periods.none.sales')}
          total={<Link href={`/orders?view=list&dateFrom=${from}`}>{money(sales, view.currency)}</Link>}
          note={t('periods.orders', { count: orders })}
          dates={dates}
          values={days.map((day) => day.sales || null)}
          format={(value) => money(value, view.currency)}
          abbreviate={short}
        />
        <Bars
          title={t('periods.conversations')}
          none={t('periods.none.conversations')}
          total={<Link href="/inbox">{number(conversations)}</Link>}
          dates={dates}
          values={days.map((day) => day.conversations || null)}
          format={number}
          abbreviate={short}
        />
        <Bars
          title={t('periods.share')}
          none={t('periods.none.share')}
          total={isOwner ? <Link href="/agents">{share}</Link> : share}
          note={t('periods.shareHelp')}
          dates={dates}
          values={days.map((day) => day.agentShare)}
          most={1}
          format={percent}
          abbreviate={percent}
        />
      </div>
    </section>
  );
}

/** All days of a week or month that begins on a day, those to come included. */
function datesOf(period: Period, from: string): string[] {
  const first = new Date(`${from}T00:00:00Z`);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  const count = period === 'week' ? 7 : new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month, first.getUTCDate() + index)).toISOString().slice(0, 10),
  );
}

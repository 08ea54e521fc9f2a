import { Group, Text, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/page/page.tsx';
import { useFormats } from '../../components/values/use-formats.ts';
import { plotHeight, type Series } from './series.ts';

const Plot = lazy(() => import('./plot.tsx'));

interface PlotCardProps {
  title: string;
  /** YYYY-MM-DD, oldest first. */
  days: string[];
  series: Series[];
}

/** Line chart of seven days with totals, and the same data as a table for screen readers. */
export function PlotCard({ title, days, series }: PlotCardProps) {
  const { t } = useTranslation('today');
  const { weekday, number } = useFormats();
  const [shownDay, setShownDay] = useState<number | null>(null);
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  const amountOf = (values: number[]) =>
    number(shownDay === null ? values.reduce((sum, value) => sum + value, 0) : (values[shownDay] ?? 0));
  const shown = shownDay === null ? undefined : days[shownDay];
  return (
    <Card title={title}>
      <Group gap="md" mb={6} aria-hidden>
        {series.map(({ label, color, values }) => (
          <Group key={label} gap={6} wrap="nowrap">
            <span style={{ width: 10, height: 10, borderRadius: 3, background: `var(--fd-plot-${color})` }} />
            <Text size="xs">{label}</Text>
            <Text size="xs" fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {amountOf(values)}
            </Text>
          </Group>
        ))}
        <Text size="xs" c="dimmed" ml="auto">
          {shown === undefined ? t('plots.week') : weekday(shown)}
        </Text>
      </Group>
      <div style={{ height: plotHeight }} aria-hidden>
        {isEmpty ? (
          <Text size="sm" c="dimmed" ta="center" pt={plotHeight / 2 - 20}>
            {t('plots.none')}
          </Text>
        ) : (
          <Suspense>
            <Plot labels={days.map(weekday)} series={series} onDay={setShownDay} />
          </Suspense>
        )}
      </div>
      <PlotTable title={title} days={days} series={series} />
    </Card>
  );
}

/** Data of the chart, for screen readers. */
function PlotTable({ title, days, series }: PlotCardProps) {
  const { t } = useTranslation('today');
  const { weekday, number } = useFormats();
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('plots.day')}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{weekday(day)}</th>
              {series.map(({ label, values }) => (
                <td key={label}>{number(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';
import { useFormats } from '../../components/values/use-formats.ts';
import { useConsole } from '../../session.ts';

type Day = Result<'getOrderOverview'>['days'][number];

const dayMs = 86_400_000;
const daysShown = 7;

/** The date in the shop's time zone some days ago, YYYY-MM-DD. */
const dateAgo = (timeZone: string, days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.now() - days * dayMs);

/** What was ordered and received today and in the last seven days, with a plot of the days. */
export function Figures() {
  const { t } = useTranslation('orders');
  const { money, number } = useFormats();
  const { workspace, currency } = useConsole();
  const dateFrom = dateAgo(workspace.timezone, daysShown - 1);
  const { data } = useQuery(operationQuery('getOrderOverview', { query: { dateFrom } }));
  const today = data?.days.at(-1);
  if (!data || !today) return <div className="or-figures" />;
  if (data.total === 0) return null;
  return (
    <section className="or-figures fd-figures" aria-label={t('figures.title')}>
      <Figure value={number(today.count)} label={t('figures.ordersToday', { count: today.count })} />
      <Figure value={money(today.revenue, currency)} label={t('figures.today')} />
      <Figure value={number(data.total)} label={t('figures.ordersWeek', { count: data.total })} />
      <Figure value={money(data.revenue, currency)} label={t('figures.week')} />
      {data.averageTicket !== null && (
        <Figure value={money(data.averageTicket, currency)} label={t('figures.ticket')} />
      )}
      <Plot days={data.days} />
    </section>
  );
}

const Figure = ({ value, label }: { value: string; label: string }) => (
  <p className="or-figure">
    <strong>{value}</strong>
    <span>{label}</span>
  </p>
);

const [barWidth, gap, height] = [20, 6, 40];

/** One bar a day; today's is an outline, since the day is not over. */
function Plot({ days }: { days: Day[] }) {
  const { t } = useTranslation('orders');
  const { money, weekday } = useFormats();
  const { currency } = useConsole();
  const most = Math.max(1, ...days.map(({ revenue }) => revenue));
  const width = days.length * (barWidth + gap) - gap;
  return (
    <div className="or-plot">
      <svg width={width} height={height + 16} viewBox={`0 0 ${width} ${height + 16}`} aria-hidden>
        {days.map(({ date, revenue }, index) => {
          const tall = Math.max(2, (revenue / most) * height);
          const left = index * (barWidth + gap);
          return (
            <g key={date}>
              <title>{`${weekday(date)}: ${money(revenue, currency)}`}</title>
              <rect
                className="or-bar"
                data-unfinished={index === days.length - 1 || undefined}
                x={left + 0.5}
                y={height - tall + 0.5}
                width={barWidth - 1}
                height={tall - 0.5}
                rx={3}
              />
              <text className="or-day" x={left + barWidth / 2} y={height + 14} textAnchor="middle">
                {new Date(`${date}T00:00:00Z`).getUTCDate()}
              </text>
            </g>
          );
        })}
      </svg>
      <VisuallyHidden>
        <table>
          <caption>{t('figures.plot')}</caption>
          <tbody>
            {days.map(({ date, revenue }, index) => (
              <tr key={date}>
                <th scope="row">{index === days.length - 1 ? t('figures.soFar') : weekday(date)}</th>
                <td>{money(revenue, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}

import { Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import type { ReportData } from './report.tsx';

type Week = ReportData['weeklySales'][number];

const width = 600;
const height = 180;
const foot = 22;
const head = 18;
/** Weeks that have room for their dates and values. */
const mostLabels = 14;

/** Value won by week; the last week is hatched, since it is not over. */
export function Weeks({ weeks }: { weeks: Week[] }) {
  const { t, i18n } = useTranslation('pipeline');
  const { money } = useFormats();
  const { currency } = useConsole();
  const most = Math.max(...weeks.map(({ wonValue }) => wonValue));
  if (most <= 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('report.noSales')}
      </Text>
    );
  }
  const step = width / weeks.length;
  const every = Math.ceil(weeks.length / mostLabels);
  const date = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const short = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const dateOf = ({ startsOn }: Week) => date.format(new Date(`${startsOn}T00:00:00Z`));
  return (
    <>
      <svg className="pl-weeks" viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <pattern id="pl-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="pl-hatch" width="2" height="5" />
        </pattern>
        <path className="pl-axis" d={`M0 ${height - foot}H${width}`} />
        {weeks.map((week, index) => {
          const tall = (week.wonValue / most) * (height - foot - head);
          const x = index * step;
          const isLast = index === weeks.length - 1;
          return (
            <g key={week.week}>
              <title>{`${dateOf(week)}: ${money(week.wonValue, currency)}`}</title>
              <rect
                className={isLast ? 'pl-week-open' : 'pl-week'}
                x={x + step * 0.14}
                y={height - foot - tall}
                width={step * 0.72}
                height={tall}
                rx="3"
              />
              {every === 1 && tall > 0 && (
                <text x={x + step / 2} y={height - foot - tall - 5}>
                  {short.format(week.wonValue)}
                </text>
              )}
              {(weeks.length - 1 - index) % every === 0 && (
                <text x={x + step / 2} y={height - 6}>
                  {dateOf(week)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <VisuallyHidden>
        <table>
          <caption>{t('report.weekly')}</caption>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week}>
                <th scope="row">{dateOf(week)}</th>
                <td>{money(week.wonValue, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

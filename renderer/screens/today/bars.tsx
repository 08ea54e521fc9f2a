import { Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../components/values/use-formats.ts';

interface BarsProps {
  title: string;
  total: ReactNode;
  note?: string;
  /** Said in place of all else when there is nothing to show. */
  none: string;
  /** All days, YYYY-MM-DD, those to come included. */
  dates: string[];
  /** One value for each day until today, which is the last; null: there is none. */
  values: (number | null)[];
  /** The value of a full bar; without it the largest one. */
  most?: number;
  format(value: number): string;
  /** The value in a few letters, above its bar. */
  abbreviate(value: number): string;
}

/** One bar a day; today's is hatched, since the day is not over. */
export function Bars({ title, total, note, none, ...plot }: BarsProps) {
  const { t } = useTranslation('today');
  return (
    <div className="td-plot">
      <Title order={3} size="sm" fw={400} c="dimmed">
        {title}
      </Title>
      {plot.values.some((value) => value !== null) ? (
        <>
          <p className="td-value">{total}</p>
          <p className="td-remark">{note}</p>
          <Plot {...plot} />
          <p className="td-remark" aria-hidden>
            <span className="td-key" /> {t('periods.soFar')}
          </p>
          <Table title={title} {...plot} />
        </>
      ) : (
        <p className="td-none">{none}</p>
      )}
    </div>
  );
}

type PlotProps = Pick<BarsProps, 'dates' | 'values' | 'most' | 'format' | 'abbreviate'>;

const daysOfWeek = 7;

function Plot({ dates, values, most, format, abbreviate }: PlotProps) {
  const { weekday } = useFormats();
  const full = most ?? Math.max(...values.map((value) => value ?? 0));
  const isWeek = dates.length === daysOfWeek;
  return (
    <div className="td-bars" data-dense={!isWeek || undefined} aria-hidden>
      {dates.map((date, index) => {
        const value = values[index] ?? 0;
        return (
          <div key={date} className="td-day" title={value > 0 ? `${weekday(date)}: ${format(value)}` : undefined}>
            <div className="td-space">
              {isWeek && value > 0 && <span className="td-bar-value">{abbreviate(value)}</span>}
              {index < values.length && (
                <div
                  className="td-bar"
                  data-unfinished={index === values.length - 1 || undefined}
                  style={{ height: `calc(${value / full} * (100% - 20px))` }}
                />
              )}
            </div>
            <DayName date={date} isWeek={isWeek} />
          </div>
        );
      })}
    </div>
  );
}

/** The weekday; in a month the number of each seventh day. */
function DayName({ date, isWeek }: { date: string; isWeek: boolean }) {
  const { i18n } = useTranslation();
  const day = new Date(`${date}T00:00:00Z`);
  const number = day.getUTCDate();
  const name = day.toLocaleDateString(i18n.language, { weekday: 'short', timeZone: 'UTC' }).replace('.', '');
  return <span className="td-date">{isWeek ? name : number % daysOfWeek === 1 && number}</span>;
}

/** The same for screen readers. */
function Table({ title, dates, values, format }: PlotProps & { title: string }) {
  const { t } = useTranslation('today');
  const { weekday } = useFormats();
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('periods.day')}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value, index) => (
            <tr key={dates[index]}>
              <th scope="row">{index === values.length - 1 ? t('periods.soFar') : weekday(dates[index] ?? '')}</th>
              <td>{value === null ? '–' : format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

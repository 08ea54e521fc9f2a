import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { dateFormat } from '../../../components/values/formatters.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';

type Hour = Result<'getCampaignReport'>['timeline'][number];

const kinds = ['sent', 'read', 'replied'] as const;
const [width, height, foot, head] = [640, 150, 20, 14];
/** Hours beside each other; of a longer campaign the first ones are shown, in which most happens. */
const mostHours = 48;
const mostLabels = 12;

/** Messages sent, read and answered in each hour with any of it. */
export function Timeline({ timeline }: { timeline: Hour[] }) {
  const { t, i18n } = useTranslation('campaigns');
  const { number, full } = useFormats();
  const { timezone } = useConsole().workspace;
  const hours = timeline.slice(0, mostHours);
  if (hours.length === 0) return null;
  const most = Math.max(...hours.flatMap((hour) => kinds.map((kind) => hour[kind])));
  const step = Math.min(60, width / hours.length);
  const every = Math.ceil(hours.length / mostLabels);
  const place = { timeZone: timezone };
  const clock = dateFormat(i18n.language, { ...place, timeStyle: 'short' });
  const day = dateFormat(i18n.language, { ...place, day: 'numeric', month: 'short' });
  const [first] = hours;
  const isOneDay = first && hours.every(({ hour }) => day.format(new Date(hour)) === day.format(new Date(first.hour)));
  const label = isOneDay ? clock : day;
  return (
    <figure className="cp-timeline">
      <figcaption>
        {t('report.timeline')}
        {kinds.map((kind) => (
          <span key={kind} data-kind={kind}>
            {t(`report.${kind}`)}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <path className="cp-axis" d={`M0 ${height - foot}H${width}`} />
        {hours.map((hour, index) => (
          <g key={hour.hour}>
            <title>{`${full(hour.hour)}: ${kinds.map((kind) => `${t(`report.${kind}`)} ${number(hour[kind])}`).join(', ')}`}</title>
            {kinds.map((kind, place) => {
              const tall = (hour[kind] / most) * (height - foot - head);
              return (
                <rect
                  key={kind}
                  className="cp-bar"
                  data-kind={kind}
                  x={index * step + step * (0.1 + place * 0.27)}
                  y={height - foot - tall}
                  width={step * 0.25}
                  height={tall}
                  rx="2"
                />
              );
            })}
            {index % every === 0 && (
              <text x={index * step + step / 2} y={height - 5}>
                {label.format(new Date(hour.hour))}
              </text>
            )}
          </g>
        ))}
      </svg>
      <VisuallyHidden>
        <table>
          <caption>{t('report.timeline')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('recipients.at')}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {t(`report.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour.hour}>
                <th scope="row">{full(hour.hour)}</th>
                {kinds.map((kind) => (
                  <td key={kind}>{number(hour[kind])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

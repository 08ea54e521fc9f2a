import { useTranslation } from 'react-i18next';
import { useConsole } from '../../session.ts';
import { dateFormat } from './formatters.ts';
import { formatNear, formatNearDay, formatShort } from './near.ts';

/** A moment in the shop's time zone, as people name it; the full date is shown on hover. */
export function Time({ at, style = 'datetime' }: { at: string; style?: keyof typeof formats }) {
  const { language } = useTranslation().i18n;
  const timeZone = useConsole().workspace.timezone;
  const full = dateFormat(language, { dateStyle: 'full', timeStyle: 'medium', timeZone }).format(new Date(at));
  return (
    <time dateTime={at} title={full}>
      {formats[style](at, { language, timeZone })}
    </time>
  );
}

const by =
  (options: Intl.DateTimeFormatOptions) =>
  (at: string, { language, timeZone }: { language: string; timeZone: string }) =>
    dateFormat(language, { ...options, timeZone }).format(new Date(at));

const formats = {
  datetime: formatNear,
  day: formatNearDay,
  /** Where there is little room. */
  short: formatShort,
  /** To the second, for tries that follow within a minute. */
  exact: by({ dateStyle: 'medium', timeStyle: 'medium' }),
  /** Date and time however near, where two moments are told apart. */
  full: by({ dateStyle: 'medium', timeStyle: 'short' }),
  time: by({ timeStyle: 'short' }),
  weekday: by({ weekday: 'short', hour: '2-digit', minute: '2-digit' }),
};

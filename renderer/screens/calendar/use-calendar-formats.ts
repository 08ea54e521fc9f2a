import { useTranslation } from 'react-i18next';
import { dateFormat, kept } from '../../components/values/formatters.ts';
import { useConsole } from '../../session.ts';

/** Formats dates YYYY-MM-DD, and moments by the shop's clock, in the console's language. */
export function useCalendarFormats() {
  const { i18n } = useTranslation();
  return formatsOf(i18n.language, useConsole().workspace.timezone);
}

const formatsOf = kept((language: string, timezone: string) => {
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(language, { ...options, timeZone: 'UTC' });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  };
  const moment = (options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(language, { ...options, timeZone: timezone });
    return (at: string) => format.format(new Date(at));
  };
  const range = dateFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return {
    longDay: date({ weekday: 'long', day: 'numeric', month: 'long' }),
    fullDay: date({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    weekday: date({ weekday: 'short' }),
    dayNumber: date({ day: 'numeric' }),
    days: (from: string, to: string) => range.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    time: moment({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    dayTime: moment({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    /** With the offset, for an hour that occurs twice. */
    offset: moment({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'shortOffset' }),
  };
});

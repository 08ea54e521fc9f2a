import { z } from 'zod';
import { invalid } from '../platform/problem.ts';
import { dayRange } from '../platform/text/days.ts';
import { DayOrTime } from '../platform/text/times.ts';

/** Filter by one or several values of an enumeration, comma-separated. */
export const anyOf = <Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .refine((text) => text.split(',').every((entry) => values.includes(entry as Value)), {
      message: `must be one or more of ${values.join(', ')}, comma-separated`,
    })
    .transform((text) => text.split(',') as Value[])
    .optional()
    .meta({ description: `One or more of ${values.join(', ')}, comma-separated.` });

/** Query parameters of a list filtered by days. */
export const dateQuery = { dateFrom: DayOrTime.optional(), dateTo: DayOrTime.optional() };

/**
 * Returns the half-open range [from, to) in UTC of two query parameters, named by `names`; throws 400 when it is
 * reversed.
 */
export function dateRange(
  timezone: string,
  query: { dateFrom?: string | undefined; dateTo?: string | undefined },
  names: { from: string; to: string } = { from: 'dateFrom', to: 'dateTo' },
): { from?: string; to?: string } {
  const range = dayRange(timezone, query.dateFrom, query.dateTo);
  if (range.from === undefined || range.to === undefined) return range;
  // The end of a day is the start of the next, so a reversed pair of adjacent days yields an empty range, not a
  // negative one.
  const isDay = query.dateTo?.includes('T') === false;
  if (range.from > range.to || (isDay && range.from === range.to)) {
    throw invalid(`query.${names.to}`, `must not be before ${names.from}`);
  }
  return range;
}

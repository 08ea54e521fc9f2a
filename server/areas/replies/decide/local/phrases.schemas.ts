import { z } from 'zod';
import { Text, template } from '../../../../platform/text/fill.ts';

const WeekTexts = z.strictObject({ mon: Text, tue: Text, wed: Text, thu: Text, fri: Text, sat: Text, sun: Text });

/**
 * The built-in phrases of the agent; all other text is quoted from the shop. Schema of `phrases/<language>.json`,
 * checked by `test/content.test.ts`.
 */
export const Phrases = z.strictObject({
  greeting: Text,
  fallback: Text,
  partUnknown: Text,
  closed: Text,
  handedOff: Text,
  handedOffClosed: Text,
  enough: Text,
  thanks: Text,
  goodbye: Text,
  nothingElse: Text,
  onlyTheShop: Text,
  bePolite: Text,
  privacy: Text,
  unreadable: Text,
  askOrder: Text,
  askBooking: Text,
  took: Text,
  menu: Text,
  services: Text,
  priceUnknown: template('name'),
  unavailable: template('name'),
  more: Text,
  minutes: template('minutes'),
  today: Text,
  tomorrow: Text,
  dayNames: WeekTexts,
  locale: Text.describe('BCP 47 locale for dates.'),
  onDate: template('date'),
  onDays: WeekTexts.describe('"on Monday"'),
  openOn: template('when', 'ranges'),
  closedOn: template('when'),
  openNow: template('until'),
  closedNow: Text,
  closedUntil: template('opens'),
  opensAt: template('when', 'time'),
  week: Text,
  holidayUnknown: template('date', 'name'),
  exceptions: Text,
  closedWord: Text,
  between: template('from', 'to'),
  and: Text,
  summary: z.strictObject({
    asked: Text,
    with: Text,
    before: Text,
    reasons: z.strictObject({
      asked: Text,
      keyword: Text,
      rule: Text,
      misses: Text,
      reply_limit: Text,
      order: Text,
      booking: Text,
      model: Text,
      failed: Text,
    }),
  }),
});
export type Phrases = z.infer<typeof Phrases>;

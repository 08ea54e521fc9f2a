import { z } from 'zod';
import { Text, template } from '../../../../platform/text/fill.ts';

const WeekTexts = z.strictObject({ mon: Text, tue: Text, wed: Text, thu: Text, fri: Text, sat: Text, sun: Text });

/** One text for each matter of a customer's own bookings and orders. */
const perOwnMatter = {
  cancel: Text,
  reschedule: Text,
  confirm: Text,
  late: Text,
  own_booking: Text,
  own_order: Text,
  order_change: Text,
  refund: Text,
};

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
  own: z
    .strictObject(perOwnMatter)
    .describe('Sent before `team` or `teamClosed` to a customer who writes about her own booking or order.'),
  team: Text,
  teamClosed: Text,
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
    booking: Text,
    order: Text,
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
      ...perOwnMatter,
      send_failed: Text,
      late_arrival: Text,
    }),
    refusals: z
      .strictObject({
        quota_exceeded: Text,
        trial_locked: Text,
        window_closed: Text,
        channel_deactivated: Text,
        channel_not_connected: Text,
      })
      .describe('Why a reply could not be sent, by the code of the problem.'),
  }),
});
export type Phrases = z.infer<typeof Phrases>;

import { z } from 'zod';
import { template } from '../../platform/text/fill.ts';

const Notice = template('title', 'when');

/** Texts for the customer. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const AppointmentWords = z.strictObject({
  notices: z
    .strictObject({
      PENDING: Notice,
      CONFIRMED: Notice,
      CANCELLED: Notice,
      COMPLETED: template('title'),
      REMINDER: Notice,
    })
    .describe('By the status of the appointment; `when` is its day and time.'),
});
export type AppointmentWords = z.infer<typeof AppointmentWords>;

import en from './en/restaurant.json' with { type: 'json' };
import es from './es/restaurant.json' with { type: 'json' };
import pt from './pt/restaurant.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const restaurant: Segment = {
  key: 'restaurant',
  functionKey: 'scheduling.reservations',
  hours: {
    ...onDays(['tue', 'wed', 'thu'], range('12:00', '15:00'), range('19:00', '23:00')),
    ...onDays(['fri', 'sat'], range('12:00', '15:30'), range('19:00', '00:00')),
    ...onDays(['sun'], range('12:00', '16:00')),
  },
  behavior: { appointmentReminderMinutes: 180 },
  words: { pt, en, es },
};

import en from './en/salon.json' with { type: 'json' };
import es from './es/salon.json' with { type: 'json' };
import pt from './pt/salon.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const salon: Segment = {
  key: 'salon',
  functionKey: 'scheduling.appointments',
  hours: {
    ...onDays(['tue', 'wed', 'thu', 'fri'], range('09:00', '19:00')),
    ...onDays(['sat'], range('08:00', '18:00')),
  },
  behavior: { appointmentReminderMinutes: 1440 },
  words: { pt, en, es },
};

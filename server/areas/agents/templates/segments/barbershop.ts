import en from './en/barbershop.json' with { type: 'json' };
import es from './es/barbershop.json' with { type: 'json' };
import pt from './pt/barbershop.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const barbershop: Segment = {
  key: 'barbershop',
  functionKey: 'scheduling.appointments',
  hours: {
    ...onDays(['tue', 'wed', 'thu', 'fri'], range('10:00', '20:00')),
    ...onDays(['sat'], range('09:00', '18:00')),
  },
  behavior: { appointmentReminderMinutes: 120 },
  words: { pt, en, es },
};

import en from './en/clinic.json' with { type: 'json' };
import es from './es/clinic.json' with { type: 'json' };
import pt from './pt/clinic.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const clinic: Segment = {
  key: 'clinic',
  functionKey: 'scheduling.appointments',
  hours: {
    ...onDays(['mon', 'tue', 'wed', 'thu', 'fri'], range('08:00', '12:00'), range('13:30', '18:00')),
    ...onDays(['sat'], range('08:00', '12:00')),
  },
  behavior: { handoffAfterMisses: 2, appointmentReminderMinutes: 1440 },
  words: { pt, en, es },
};

import en from './en/dentist.json' with { type: 'json' };
import es from './es/dentist.json' with { type: 'json' };
import pt from './pt/dentist.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const dentist: Segment = {
  key: 'dentist',
  functionKey: 'scheduling.appointments',
  hours: { ...onDays(['mon', 'tue', 'wed', 'thu', 'fri'], range('09:00', '12:30'), range('14:00', '19:00')) },
  behavior: { handoffAfterMisses: 2, appointmentReminderMinutes: 1440 },
  words: { pt, en, es },
};

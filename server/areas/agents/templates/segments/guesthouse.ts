import en from './en/guesthouse.json' with { type: 'json' };
import es from './es/guesthouse.json' with { type: 'json' };
import pt from './pt/guesthouse.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const guesthouse: Segment = {
  key: 'guesthouse',
  functionKey: 'scheduling.reservations',
  hours: { ...onDays(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], range('07:00', '23:00')) },
  behavior: { appointmentReminderMinutes: 2880 },
  words: { pt, en, es },
};

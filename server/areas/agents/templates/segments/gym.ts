import en from './en/gym.json' with { type: 'json' };
import es from './es/gym.json' with { type: 'json' };
import pt from './pt/gym.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const gym: Segment = {
  key: 'gym',
  functionKey: 'sales.leads',
  hours: {
    ...onDays(['mon', 'tue', 'wed', 'thu', 'fri'], range('06:00', '22:00')),
    ...onDays(['sat'], range('08:00', '14:00')),
  },
  behavior: { appointmentReminderMinutes: 180 },
  words: { pt, en, es },
};

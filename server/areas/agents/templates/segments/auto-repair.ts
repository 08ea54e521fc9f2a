import en from './en/auto-repair.json' with { type: 'json' };
import es from './es/auto-repair.json' with { type: 'json' };
import pt from './pt/auto-repair.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const autoRepair: Segment = {
  key: 'auto-repair',
  functionKey: 'scheduling.appointments',
  hours: {
    ...onDays(['mon', 'tue', 'wed', 'thu', 'fri'], range('08:00', '12:00'), range('13:00', '18:00')),
    ...onDays(['sat'], range('08:00', '12:00')),
  },
  behavior: { appointmentReminderMinutes: 720 },
  words: { pt, en, es },
};

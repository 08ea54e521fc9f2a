import en from './en/pet-shop.json' with { type: 'json' };
import es from './es/pet-shop.json' with { type: 'json' };
import pt from './pt/pet-shop.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const petShop: Segment = {
  key: 'pet-shop',
  functionKey: 'scheduling.appointments',
  hours: {
    ...onDays(['mon', 'tue', 'wed', 'thu', 'fri'], range('08:30', '18:30')),
    ...onDays(['sat'], range('08:30', '16:00')),
  },
  behavior: { appointmentReminderMinutes: 720 },
  words: { pt, en, es },
};

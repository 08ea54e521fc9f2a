import en from './en/pizzeria.json' with { type: 'json' };
import es from './es/pizzeria.json' with { type: 'json' };
import pt from './pt/pizzeria.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const pizzeria: Segment = {
  key: 'pizzeria',
  functionKey: 'sales.orders',
  hours: {
    ...onDays(['tue', 'wed', 'thu', 'sun'], range('18:00', '23:30')),
    ...onDays(['fri', 'sat'], range('18:00', '00:30')),
  },
  behavior: { debounceMs: 4000 },
  words: { pt, en, es },
};

import en from './en/bakery.json' with { type: 'json' };
import es from './es/bakery.json' with { type: 'json' };
import pt from './pt/bakery.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const bakery: Segment = {
  key: 'bakery',
  functionKey: 'sales.orders',
  hours: {
    ...onDays(['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], range('06:30', '20:00')),
    ...onDays(['sun'], range('07:00', '13:00')),
  },
  behavior: {},
  words: { pt, en, es },
};

import en from './en/clothing-store.json' with { type: 'json' };
import es from './es/clothing-store.json' with { type: 'json' };
import pt from './pt/clothing-store.json' with { type: 'json' };
import { onDays, range, type Segment } from './segment.ts';

export const clothingStore: Segment = {
  key: 'clothing-store',
  functionKey: 'sales.advisor',
  hours: {
    ...onDays(['mon', 'tue', 'wed', 'thu', 'fri'], range('09:30', '19:00')),
    ...onDays(['sat'], range('09:30', '17:00')),
  },
  behavior: {},
  words: { pt, en, es },
};

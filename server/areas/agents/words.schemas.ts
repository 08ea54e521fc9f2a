import { z } from 'zod';
import { Text } from '../../platform/text/fill.ts';

export const sectorKeys = ['sales', 'scheduling', 'service', 'finance'] as const;
const SectorKey = z.enum(sectorKeys).meta({ id: 'SectorKey' });
/** Each begins with the key of its sector. */
export const roleKeys = [
  'sales.orders',
  'sales.advisor',
  'sales.leads',
  'scheduling.appointments',
  'scheduling.reservations',
  'service.reception',
  'service.support',
  'finance.billing',
] as const;
export const voiceKeys = ['warm', 'formal', 'lively', 'calm', 'brief'] as const;
const VoiceKey = z.enum(voiceKeys).meta({ id: 'VoiceKey' });

const Entry = z.strictObject({ name: Text, description: Text });

/** Texts of the reference lists. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const AgentWords = z.strictObject({
  sectors: z.record(SectorKey, Text),
  roles: z.record(z.enum(roleKeys), Entry),
  voices: z.record(VoiceKey, z.strictObject({ name: Text, tone: Text, sample: Text })),
  naturalness: z.strictObject({ instant: Entry, balanced: Entry, human: Entry }),
  models: z.strictObject({ local: Text, configured: Text }),
  fields: z.strictObject({
    description: Entry,
    tone: Entry,
    greetingMessage: Entry,
    fallbackMessage: Entry,
    outOfHoursMessage: Entry,
    businessHours: Entry,
    services: Entry,
    rules: Entry,
  }),
});
export type AgentWords = z.infer<typeof AgentWords>;

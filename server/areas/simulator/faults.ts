import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import { rejectionReasons } from '../channels/index.ts';

const SendFault = z.enum(rejectionReasons).meta({
  id: 'SimulatedSendFault',
  description: 'Why the simulated vendor rejects a send.',
});
const UnlistedFault = z
  .templateLiteral([z.int()])
  .describe('A code of the vendor that Frontdesk does not know, such as `131999`.');
const CallFault = z.enum([...rejectionReasons, 'provider_failed']).meta({
  id: 'SimulatedCallFault',
  description: 'Why a call to the simulated vendor fails; `provider_failed` is a failure that it does not explain.',
});
const times = (what: string) => z.int().min(1).max(10_000).default(1).describe(`How many of the next ${what}.`);

/** The faults of the simulated vendor. All are off by default; a new setting replaces the old one. */
export const Faults = z
  .strictObject({
    reject: z
      .strictObject({
        reason: z.union([SendFault, UnlistedFault]).describe('A listed reason, or an unlisted code.'),
        times: times('sends'),
      })
      .nullable()
      .default(null)
      .describe('Rejects the next sends; null for none.'),
    loseAnswers: z
      .int()
      .min(0)
      .max(10_000)
      .default(0)
      .describe('How many of the next sends are accepted while the response is lost.'),
    failCalls: z
      .strictObject({ reason: CallFault, times: times('calls') })
      .nullable()
      .default(null)
      .describe('Fails the next calls for templates, catalogs and verification; null for none.'),
    delayMs: z.int().min(0).max(minuteMs).default(0).describe('Delays each response by so many milliseconds.'),
    duplicate: z.boolean().default(false).describe('Reports every event twice.'),
    reorder: z.boolean().default(false).describe('Swaps the order of two events.'),
    dropped: z.boolean().default(false).describe('Cuts the connection; false restores it.'),
  })
  .meta({ id: 'SimulatorFaults' });
export type Faults = z.output<typeof Faults>;

export const noFaults: Faults = Faults.parse({});

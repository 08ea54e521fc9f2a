import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import { rejectionReasons } from '../channels/index.ts';

/** The faults of the simulated vendor. All are off by default; a new setting replaces the old one. */
export const Faults = z
  .strictObject({
    reject: z
      .strictObject({ reason: z.enum(rejectionReasons), times: z.int().min(1).max(10_000).default(1) })
      .nullable()
      .default(null)
      .describe('Rejects the next sends.'),
    loseAnswers: z.int().min(0).max(10_000).default(0).describe('Accepts the next sends and loses the responses.'),
    failCalls: z
      .strictObject({
        reason: z.enum([...rejectionReasons, 'provider_failed']),
        times: z.int().min(1).max(10_000).default(1),
      })
      .nullable()
      .default(null)
      .describe('Fails the next calls for templates, catalogs and verification.'),
    delayMs: z.int().min(0).max(minuteMs).default(0).describe('Delays each response.'),
    duplicate: z.boolean().default(false).describe('Reports every event twice.'),
    reorder: z.boolean().default(false).describe('Swaps the order of two events.'),
    dropped: z.boolean().default(false).describe('Cuts the connection; false restores it.'),
  })
  .meta({ id: 'SimulatorFaults' });
export type Faults = z.output<typeof Faults>;

export const noFaults: Faults = Faults.parse({});

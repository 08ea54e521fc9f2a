import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import { rejectionReasons } from '../channels/index.ts';

/** What the simulated provider can be told to do wrong. Each is off by default; a new order replaces the old one. */
export const Faults = z
  .strictObject({
    reject: z
      .strictObject({ reason: z.enum(rejectionReasons), times: z.int().min(1).max(10_000).default(1) })
      .nullable()
      .default(null)
      .describe('Refuses the next sends.'),
    loseAnswers: z.int().min(0).max(10_000).default(0).describe('Takes the next sends and loses the answer to them.'),
    failCalls: z
      .strictObject({
        reason: z.enum([...rejectionReasons, 'provider_failed']),
        times: z.int().min(1).max(10_000).default(1),
      })
      .nullable()
      .default(null)
      .describe('Fails the next calls for templates, catalogs and verification.'),
    delayMs: z.int().min(0).max(minuteMs).default(0).describe('Waits before it answers.'),
    duplicate: z.boolean().default(false).describe('Tells everything twice.'),
    reorder: z.boolean().default(false).describe('Tells two events in the wrong order.'),
    dropped: z.boolean().default(false).describe('Cuts the connection; false restores it.'),
  })
  .meta({ id: 'SimulatorFaults' });
export type Faults = z.output<typeof Faults>;

export const noFaults: Faults = Faults.parse({});

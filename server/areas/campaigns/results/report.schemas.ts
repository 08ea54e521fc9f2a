import { z } from 'zod';
import { CampaignSkipReason, Totals } from '../audience/audience.schemas.ts';
import { CampaignStatus } from '../schemas.ts';

const rate = z.number().nullable().describe('0 to 1; null when nothing was sent.');
const seconds = z.number().nullable();

export const CampaignReport = z
  .object({
    campaignId: z.string(),
    status: CampaignStatus,
    byStatus: Totals.describe('Recipients by present status.'),
    reached: z
      .object({ sent: z.int(), delivered: z.int(), read: z.int(), replied: z.int(), failed: z.int() })
      .describe('Recipients who reached each stage, whatever followed.'),
    rates: z
      .object({ delivery: rate, read: rate, reply: rate, failure: rate, optOut: rate })
      .describe('Share of recipients sent to; `failure` is the share of all attempted.'),
    timeline: z
      .array(z.object({ hour: z.string(), sent: z.int(), read: z.int(), replied: z.int() }))
      .describe('Hours (UTC) with activity, oldest first.'),
    failures: z
      .array(z.object({ code: z.string(), message: z.string(), count: z.int() }))
      .describe('Most frequent first.'),
    skipped: z.array(z.object({ reason: CampaignSkipReason, count: z.int() })).describe('Most frequent first.'),
    medianSecondsToRead: seconds,
    medianSecondsToReply: seconds,
    optOuts: z.int().describe('People who opted out within a week of the send.'),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    durationSeconds: seconds.describe('From the start to the end, or until now.'),
    sendsPerMinute: z.number().nullable().describe('Between the first and the last send.'),
  })
  .meta({ id: 'CampaignReport' });
export type CampaignReport = z.infer<typeof CampaignReport>;

export const CampaignReturns = z
  .object({
    days: z.int().describe('An order counts in so many days after the message.'),
    orders: z.int(),
    buyers: z.int().describe('People who ordered.'),
    total: z.number(),
    newest: z.array(
      z.object({ id: z.string(), number: z.int(), clientName: z.string(), total: z.number(), createdAt: z.string() }),
    ),
  })
  .meta({ id: 'CampaignReturns' });
export type CampaignReturns = z.infer<typeof CampaignReturns>;

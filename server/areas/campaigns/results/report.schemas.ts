import { z } from 'zod';
import { CampaignSkipReason, Totals } from '../audience/audience.schemas.ts';
import { CampaignStatus } from '../schemas.ts';

const rate = z.number().min(0).max(1).nullable().describe('0 to 1; null when nothing was sent.');
const seconds = z.number().min(0).nullable();
const count = z.int().min(0);

export const CampaignReport = z
  .object({
    campaignId: z.string().describe('Id of the campaign.'),
    status: CampaignStatus,
    byStatus: Totals,
    reached: z
      .object({
        sent: count.describe('The vendor accepted the message.'),
        delivered: count.describe('The phone received it, or it was read.'),
        read: count.describe('The person opened it.'),
        replied: count.describe('The person wrote back within a week.'),
        failed: count.describe('The message did not reach them.'),
      })
      .describe('Recipients who reached each stage, whatever followed.'),
    rates: z
      .object({ delivery: rate, read: rate, reply: rate, failure: rate, optOut: rate })
      .describe('Share of recipients sent to; `failure` is the share of all attempted.'),
    timeline: z
      .array(
        z.object({
          hour: z.string().meta({ format: 'date-time', description: 'When the hour begins.' }),
          sent: count.describe('Messages that the vendor accepted in it.'),
          read: count.describe('Messages that were read in it.'),
          replied: count.describe('People who first wrote back in it.'),
        }),
      )
      .describe('Hours (UTC) with activity, oldest first.'),
    failures: z
      .array(
        z.object({
          code: z.string().describe('The kind of the failure, for programs.'),
          message: z.string().describe('What went wrong, for people: the words of one such failure.'),
          count: count.describe('Recipients with it.'),
        }),
      )
      .describe('Why recipients FAILED, most frequent first.'),
    skipped: z
      .array(z.object({ reason: CampaignSkipReason, count: count.describe('Recipients with it.') }))
      .describe('Why recipients were SKIPPED, most frequent first.'),
    medianSecondsToRead: seconds.describe('From the send until it was read, in the middle of all; null if nobody did.'),
    medianSecondsToReply: seconds.describe('From the send to the reply, in the middle of all; null if nobody did.'),
    optOuts: z.int().min(0).describe('People who opted out within a week of the send.'),
    startedAt: z.string().nullable().describe('When the campaign first started; null before.'),
    finishedAt: z.string().nullable().describe('When it ended; null before.'),
    durationSeconds: seconds.describe('From the start to the end, or until now; null before the start.'),
    sendsPerMinute: z
      .number()
      .min(0)
      .nullable()
      .describe('The pace between the first and the last send; null for fewer than two.'),
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

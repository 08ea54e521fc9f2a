import { z } from 'zod';

const Metric = z
  .object({
    total: z.int().describe('In the seven days.'),
    previous: z.int().describe('The seven days before.'),
    growthPercent: z.number().nullable().describe('Null when `previous` is 0.'),
    sparkline: z.array(z.int()).describe('One value a day, oldest first.'),
  })
  .meta({ id: 'ConversationMetric' });

export const ConversationOverview = z
  .object({
    from: z.string().describe('First day, YYYY-MM-DD in the time zone of the workspace.'),
    to: z.string().describe('Last day, which is today.'),
    timezone: z.string(),
    metrics: z
      .object({
        opened: Metric.describe('Conversations that began; one that a campaign began counts once anybody else writes.'),
        received: Metric.describe('Messages from customers.'),
        sent: Metric.describe('Messages to customers that a vendor took.'),
        resolved: Metric.describe('How often one became RESOLVED.'),
        handedOff: Metric.describe('How often one became HANDED_OFF.'),
      })
      .describe('Counts of the seven days.'),
    byStatus: z
      .object({
        ACTIVE: z.int().describe('Those that are ACTIVE.'),
        RESOLVED: z.int().describe('Those that are RESOLVED.'),
        HANDED_OFF: z.int().describe('Those that are HANDED_OFF.'),
      })
      .describe('How many conversations there are now.'),
  })
  .meta({ id: 'ConversationOverview' });

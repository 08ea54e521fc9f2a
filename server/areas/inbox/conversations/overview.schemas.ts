import { z } from 'zod';

const Metric = z
  .object({
    total: z.int(),
    previous: z.int().describe('The seven days before.'),
    growthPercent: z.number().nullable().describe('Null when `previous` is 0.'),
    sparkline: z.array(z.int()).describe('One value a day, oldest first.'),
  })
  .meta({ id: 'ConversationMetric' });

export const ConversationOverview = z
  .object({
    from: z.string().describe('First day, YYYY-MM-DD in the time zone of the workspace.'),
    to: z.string(),
    timezone: z.string(),
    metrics: z.object({ opened: Metric, received: Metric, sent: Metric, resolved: Metric, handedOff: Metric }),
    byStatus: z.object({ ACTIVE: z.int(), RESOLVED: z.int(), HANDED_OFF: z.int() }).describe('Current numbers.'),
  })
  .meta({ id: 'ConversationOverview' });

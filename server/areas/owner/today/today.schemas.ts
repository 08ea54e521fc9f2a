import { z } from 'zod';

const Metric = z.object({
  total: z.int().describe('Total of the seven days.'),
  growthPercent: z.number().nullable().describe('Compared with the seven days before; null when those had none.'),
  byDay: z.array(z.int()),
});
export type Metric = z.infer<typeof Metric>;

const Attention = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('handoffs'),
    count: z.int(),
    conversations: z
      .array(z.object({ id: z.string(), name: z.string().nullable(), phone: z.string().nullable(), since: z.string() }))
      .describe('The longest waiting.'),
  }),
  z.object({
    kind: z.literal('channel'),
    channelId: z.string(),
    name: z.string(),
    status: z.string(),
  }),
  z.object({
    kind: z.literal('webhook'),
    endpointId: z.string(),
    url: z.string(),
    problem: z.enum(['failing', 'off']).describe('`off`: disabled after its failures.'),
    since: z.string(),
  }),
  z.object({ kind: z.literal('quota'), limit: z.string(), used: z.int(), most: z.int() }),
  z.object({ kind: z.literal('trial'), endsAt: z.string().nullable(), locked: z.boolean() }),
  z.object({
    kind: z.literal('backup'),
    problem: z.enum(['failed', 'missing']),
    at: z.string().nullable().describe('Time of the failure, or of the newest backup.'),
    message: z.string().nullable(),
  }),
  z.object({ kind: z.literal('disk'), full: z.boolean(), freeBytes: z.int() }),
  z.object({ kind: z.literal('paused') }),
]);
export type Attention = z.infer<typeof Attention>;

export const TodayView = z.object({
  days: z.array(z.string()).describe('Seven days, YYYY-MM-DD in the time zone of the workspace, oldest first.'),
  messages: z.object({ received: Metric, sent: Metric }),
  conversations: z.object({ opened: Metric, resolved: Metric, handedOff: Metric }),
  deliveries: z
    .object({ delivered: z.array(z.int()), waiting: z.array(z.int()), failed: z.array(z.int()) })
    .describe('Webhook deliveries by day of their event and present status.'),
  channels: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.string(), phoneNumber: z.string().nullable() }),
  ),
  attention: z.array(Attention).describe('What needs attention, most urgent first.'),
  firstSteps: z.object({ channel: z.boolean(), connected: z.boolean(), chat: z.boolean(), key: z.boolean() }),
});
export type TodayView = z.infer<typeof TodayView>;

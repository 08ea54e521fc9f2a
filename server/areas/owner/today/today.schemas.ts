import { z } from 'zod';
import { partKinds } from '../../../platform/work/stopped-parts.ts';
import { LastMessage } from '../../inbox/schemas.ts';
import { OrderStats } from '../../orders/schemas.ts';
import { TemplateTrouble } from '../../templates/trouble.schemas.ts';

const Attention = z.discriminatedUnion('kind', [
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
  TemplateTrouble.extend({ kind: z.literal('template') }),
  z.object({
    kind: z.literal('stopped'),
    part: z.enum(partKinds).exclude(['channel', 'webhook']),
    id: z.string().nullable().describe('Id of its record, or of the newest; null if it is the only one of its kind.'),
    name: z.string().nullable(),
    state: z.string().describe('Its state, such as `failing` or `off`.'),
    since: z.string().nullable(),
    reason: z.string().nullable().describe('The fault, in English or in the words of the other system.'),
    count: z.int().describe('Number of failed records or attempts.'),
  }),
  z.object({ kind: z.literal('quota'), limit: z.string(), used: z.int(), most: z.int() }),
  z.object({ kind: z.literal('trial'), endsAt: z.string().nullable(), locked: z.boolean() }),
  z.object({
    kind: z.literal('backup'),
    problem: z.enum(['failed', 'missing', 'incomplete', 'restore_failed']),
    at: z
      .string()
      .nullable()
      .describe('Time of the failure, or of the newest backup; for a failed restore, of its backup.'),
    message: z
      .string()
      .nullable()
      .describe('The reason; for an incomplete backup, the missing files that have a name.'),
  }),
  z.object({ kind: z.literal('damage'), found: z.string().describe('The fault that SQLite reported.') }),
  z.object({
    kind: z.literal('place'),
    place: z.enum(['synced', 'network']).describe('Kind of place; the database can be damaged there.'),
    name: z.string().describe('The service that synchronises it, or the kind of the network drive.'),
  }),
  z.object({ kind: z.literal('disk'), full: z.boolean(), freeBytes: z.int() }),
  z.object({ kind: z.literal('paused') }),
  z.object({
    kind: z.literal('unanswered'),
    agentId: z.string(),
    name: z.string(),
    count: z.int().describe('Different questions that the agent could not answer and nobody has taught it.'),
  }),
]);
export type Attention = z.infer<typeof Attention>;

const Waiting = z.object({
  conversationId: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  username: z.string().nullable(),
  since: z.string(),
  reason: z.string().nullable().describe('The `handoffType` of the conversation.'),
  text: z.string().nullable().describe('The last message, if the customer wrote it.'),
  notice: LastMessage.shape.notice.describe('The notice, if the last message of the customer is one; else null.'),
});

const MedianWait = z.object({
  count: z.int().describe('Answers given today.'),
  medianMs: z.int().nullable().describe('Null without any.'),
});

const figures = {
  sales: z.number().describe('Sum of the orders that are not CANCELLED, in the currency of the shop.'),
  orders: z.int().describe('Number of orders, as the list shows them: cancelled ones included.'),
  conversations: z.int().describe('Conversations that began.'),
  agentShare: z
    .number()
    .nullable()
    .describe('Share of the conversations in which an agent replied that no person took over; null without any.'),
};
const Figures = z.object(figures);
export type Figures = z.infer<typeof Figures>;

const Day = z.object({ date: z.string(), ...figures });
export type Day = z.infer<typeof Day>;

export const TodayView = z.object({
  date: z.string().describe('Today, YYYY-MM-DD in the time zone of the workspace.'),
  currency: z.string().nullable().describe('ISO 4217, of the shop’s country; null for a country without one.'),
  opening: z
    .object({
      isOpen: z.boolean(),
      changesAt: z.string().nullable().describe('When it closes or opens; null if not within a week.'),
    })
    .nullable()
    .describe('By the business hours of an agent; null without any.'),
  waiting: z
    .object({ count: z.int(), longest: z.array(Waiting) })
    .describe('Customers who wait for a person, the longest waiting first.'),
  waits: z.object({
    person: MedianWait.describe('Until a person answered.'),
    any: MedianWait.describe('Until anyone answered, agents included.'),
  }),
  today: Figures,
  week: Figures.extend({ from: z.string() }).describe('Since Monday.'),
  month: Figures.extend({ from: z.string() }),
  days: z.array(Day).describe('The days of this week and month until today, oldest first.'),
  orders: z.object({
    byStatus: OrderStats.shape.byStatus.describe('Orders of today.'),
    late: z.int().describe('Being prepared or delivered, and without a change for an hour; of the last seven days.'),
  }),
  appointments: z.object({
    count: z.int().describe('Appointments of today that are not CANCELLED.'),
    next: z
      .object({ id: z.string(), title: z.string(), clientName: z.string().nullable(), startTime: z.string() })
      .nullable(),
  }),
  attention: z.array(Attention).describe('What needs attention, most urgent first.'),
  firstSteps: z.object({
    channelId: z.string().nullable().describe('The first channel.'),
    connected: z.boolean(),
    chat: z.boolean(),
  }),
});

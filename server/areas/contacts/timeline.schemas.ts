import { z } from 'zod';
import { Appointment } from '../appointments/schemas.ts';
import { Message } from '../inbox/schemas.ts';
import { Lead } from '../leads/schemas.ts';
import { Order } from '../orders/schemas.ts';

const entry = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), id: z.string(), at: z.string(), ...shape });

/** Something that happened with a contact. */
export const TimelineEntry = z
  .discriminatedUnion('kind', [
    entry('message', {
      conversationId: z.string(),
      channelId: z.string(),
      author: Message.shape.author,
      authorName: z.string().nullable(),
      type: Message.shape.type,
      content: z.string().nullable().describe('The first 300 characters.'),
      notice: Message.shape.notice,
      deletedAt: Message.shape.deletedAt,
    }),
    entry('note', { conversationId: z.string(), authorName: z.string().nullable(), text: z.string() }),
    entry('order', {
      number: z.int(),
      status: Order.shape.status,
      total: z.number(),
      items: z.array(z.object({ name: z.string(), quantity: z.number() })),
    }),
    entry('appointment', { title: z.string(), endTime: z.string(), status: Appointment.shape.status }),
    entry('card', {
      title: z.string(),
      value: z.number().nullable(),
      stage: z.string(),
      leadId: z.string().nullable().describe('The lead that it was made of.'),
    }),
    entry('lead', { aiAgentId: z.string(), tags: z.array(z.string()), data: Lead.shape.data }),
  ])
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

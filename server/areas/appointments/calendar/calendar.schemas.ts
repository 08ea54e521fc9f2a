import { z } from 'zod';
import { MessageStatus } from '../../inbox/schemas.ts';
import { Appointment } from '../schemas.ts';

const Entry = Appointment.pick({
  id: true,
  aiAgentId: true,
  title: true,
  startTime: true,
  endTime: true,
  status: true,
  source: true,
  clientName: true,
  contactId: true,
  clientPhone: true,
  outsideBusinessHours: true,
  unconfirmed: true,
});

const Lane = z.object({
  id: z.string(),
  name: z.string(),
  isArchived: z.boolean(),
  reminderMinutes: z.int().describe('How long before an appointment the client is reminded; 0: never.'),
  services: z.array(z.object({ name: z.string(), durationMinutes: z.int().nullable() })),
});

const Day = z.object({
  date: z.string(),
  from: z.string().describe('Midnight in the zone of the workspace.'),
  to: z.string(),
  clockChange: z
    .object({
      at: z.string().describe('HH:MM that the clock shows before the change.'),
      minutes: z.int().describe('60: it is put forward by an hour; -60: back.'),
    })
    .nullable(),
});

export const Calendar = z.object({
  lanes: z.array(Lane).describe('The agents, and archived ones with an appointment in the range.'),
  days: z.array(Day),
  open: z.array(z.object({ aiAgentId: z.string(), from: z.string(), to: z.string() })),
  appointments: z.array(Entry),
  isCut: z.boolean().describe('There are more than the response holds.'),
});
export type Calendar = z.infer<typeof Calendar>;

const MessageState = MessageStatus.nullable().describe('What became of the message; null: none was sent.');

export const Booking = z.object({
  appointment: Appointment,
  agentName: z.string(),
  conversationId: z.string().nullable().describe('The latest conversation of the client.'),
  noticeStatus: MessageState,
  reminder: z
    .object({
      state: z
        .enum(['PLANNED', 'SENT', 'SKIPPED', 'FAILED'])
        .describe('SKIPPED: there was no conversation to send it in.'),
      at: z.string(),
      messageStatus: MessageState,
    })
    .nullable()
    .describe('Null: none is planned.'),
});
export type Booking = z.infer<typeof Booking>;

export const SlotCheck = z.object({
  startTime: z.string(),
  endTime: z.string(),
  isOpen: z.boolean(),
  conflicts: z.array(Entry),
});

export const PersonAppointments = z.object({
  next: z.array(Entry).describe('Those that have not ended, the soonest first.'),
  past: z.array(Entry).describe('The latest first.'),
  count: z.int(),
});

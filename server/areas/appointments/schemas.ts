import { z } from 'zod';
import { anyOf, dateQuery } from '../../http/filters.ts';
import { Flag, pageQuery } from '../../http/paginate.ts';
import { EmailAddress } from '../../platform/text/emails.ts';
import { Time as AnyTime, DayOrTime } from '../../platform/text/times.ts';
import { unconfirmedField } from '../../platform/work/unconfirmed.ts';
import { Notification } from '../inbox/schemas.ts';
import { ContactId, contactIdFilter, customerFields } from '../people/customer.schemas.ts';

export const appointmentStatuses = ['PENDING', 'CONFIRMED', 'CANCELLED', 'COMPLETED'] as const;
const AppointmentStatus = z.enum(appointmentStatuses).meta({
  id: 'AppointmentStatus',
  description: 'PENDING and CONFIRMED hold their slot; CANCELLED and COMPLETED are final.',
});
export type AppointmentStatus = (typeof appointmentStatuses)[number];
const appointmentSources = ['BOT', 'DASHBOARD'] as const;
const AppointmentSource = z.enum(appointmentSources).meta({
  id: 'AppointmentSource',
  description: 'Who booked: an agent or a flow (BOT), or a person or other software (DASHBOARD).',
});

const timeWords =
  'ISO 8601 with an offset, or a local time of the workspace. A local time that the clock skips uses the offset ' +
  'before the change (an hour later); one that occurs twice is the first (RFC 5545, 3.3.5).';

export const Time = AnyTime.describe(timeWords);

const words = {
  title: 'What it is for, such as the service.',
  notes: 'Notes of the shop.',
  clientName: 'The customer’s name.',
  clientEmail: 'The customer’s e-mail address.',
};

const Title = z.string().trim().min(1).max(255).describe(words.title);
const StartTime = Time.describe(`When it begins. ${timeWords}`);
const EndTime = Time.describe('When it ends, written like `startTime`; at most 24 hours after it.');
const AllowOverlap = z.boolean().optional().describe('Books the slot even if it is taken.');

export const AppointmentDraft = z.strictObject({
  aiAgentId: z.string().min(1).describe('Id of the AI agent in whose calendar it stands.'),
  title: Title,
  startTime: StartTime,
  endTime: EndTime,
  status: AppointmentStatus.default('PENDING'),
  notes: z.string().max(500).optional().describe(words.notes),
  source: AppointmentSource.optional().describe('Defaults to BOT for agents and flows, else DASHBOARD.'),
  leadId: z.string().max(64).optional().describe('Id of the lead who comes.'),
  clientName: z.string().trim().max(255).optional().describe(words.clientName),
  clientPhone: z
    .string()
    .max(40)
    .optional()
    .describe('The customer’s phone number in any spelling; a number that nobody has creates a contact.'),
  contactId: ContactId.optional(),
  clientEmail: EmailAddress.max(160).optional().describe(words.clientEmail),
  allowOverlap: AllowOverlap,
});
export type AppointmentDraft = z.output<typeof AppointmentDraft>;

export const AppointmentChanges = z.strictObject({
  title: Title.optional(),
  startTime: StartTime.optional(),
  endTime: EndTime.optional(),
  status: AppointmentStatus.optional(),
  notes: z.string().max(500).nullable().optional().describe(`${words.notes} Null removes them.`),
  notifyClient: z.boolean().optional().describe('Sends the client a message with the new state of the appointment.'),
  allowOverlap: AllowOverlap,
});
export type AppointmentChanges = z.output<typeof AppointmentChanges>;

export const Appointment = z
  .object({
    id: z.string(),
    aiAgentId: z.string().describe('Id of the AI agent in whose calendar it stands.'),
    title: z.string().describe(words.title),
    startTime: z.string().describe('When it begins.'),
    endTime: z.string().describe('When it ends; the slot is free again from then on.'),
    status: AppointmentStatus,
    notes: z.string().nullable().describe(`${words.notes} Null without any.`),
    source: AppointmentSource,
    leadId: z.string().nullable().describe('Id of the lead who comes; null if none was named.'),
    clientName: z.string().nullable().describe('The customer’s name; null if none was given.'),
    ...customerFields,
    clientEmail: z.string().nullable().describe('The customer’s e-mail address; null if none was given.'),
    outsideBusinessHours: z
      .boolean()
      .describe('Whether part of it was outside the agent’s business hours when it was booked or last moved.'),
    notification: Notification.nullable().describe(
      'Result of notifying the client of the latest change; null when not requested.',
    ),
    ...unconfirmedField,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Appointment' });
export type Appointment = z.infer<typeof Appointment>;

export const appointmentSorts = ['startTime', '-startTime', 'createdAt', '-createdAt'] as const;

export const AppointmentListQuery = z.object({
  ...pageQuery,
  aiAgentId: z.string().max(64).optional().describe('Only appointments of this AI agent.'),
  contactId: contactIdFilter,
  status: anyOf(appointmentStatuses),
  source: anyOf(appointmentSources),
  ...dateQuery,
  search: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Prefixes of words of the title or name, or the first or last four digits of the customer’s present phone.',
    ),
  sort: z.enum(appointmentSorts).default('startTime'),
  overlap: Flag.describe('`true` lists appointments that overlap the range of days, not only those that start in it.'),
});

/** Most slots of one response. */
const mostSlots = 100;

export const FreeSlotsQuery = z.object({
  aiAgentId: z.string().min(1).max(64).describe('Id of the AI agent whose calendar and business hours count.'),
  durationMinutes: z.coerce.number().int().min(5).max(1_440).default(60).describe('Length of a slot, in minutes.'),
  stepMinutes: z.coerce
    .number()
    .int()
    .min(5)
    .max(1_440)
    .default(30)
    .describe('Slots start at multiples of these minutes after midnight.'),
  from: DayOrTime.optional().describe('A day or a moment; default and earliest: now.'),
  days: z.coerce.number().int().min(1).max(60).default(14).describe('How many days to search, from the first one.'),
  limit: z.coerce.number().int().min(1).max(mostSlots).default(20).describe('The most slots to list.'),
});

export const FreeSlot = z
  .object({
    startTime: z.string().describe('When the slot begins.'),
    endTime: z.string().describe('When it ends, `durationMinutes` later.'),
  })
  .meta({ id: 'FreeSlot' });

import { z } from 'zod';
import { anyOf, dateQuery } from '../../http/filters.ts';
import { Flag, pageQuery } from '../../http/paginate.ts';
import { DayOrTime } from '../../platform/text/days.ts';
import { Notification } from '../inbox/schemas.ts';
import { isLocalTime, isMoment } from './appointment-time.ts';

export const appointmentStatuses = ['PENDING', 'CONFIRMED', 'CANCELLED', 'COMPLETED'] as const;
const AppointmentStatus = z.enum(appointmentStatuses).meta({ id: 'AppointmentStatus' });
export type AppointmentStatus = (typeof appointmentStatuses)[number];
const appointmentSources = ['BOT', 'DASHBOARD'] as const;
const AppointmentSource = z.enum(appointmentSources).meta({ id: 'AppointmentSource' });

export const Time = z
  .string()
  .max(40)
  .refine((text) => isMoment(text) || isLocalTime(text), 'must be ISO 8601, such as 2026-11-21T14:30 or with an offset')
  .describe(
    'ISO 8601 with an offset, or a local time of the workspace. A local time that the clock skips uses the offset ' +
      'before the change (an hour later); one that occurs twice is the first (RFC 5545, 3.3.5).',
  );

const Title = z.string().trim().min(1).max(255);
const AllowOverlap = z.boolean().optional().describe('Books the slot even if it is taken.');

export const AppointmentDraft = z.strictObject({
  aiAgentId: z.string().min(1),
  title: Title,
  startTime: Time,
  endTime: Time,
  status: AppointmentStatus.default('PENDING'),
  notes: z.string().max(500).optional(),
  source: AppointmentSource.optional().describe('Defaults to BOT for agents and flows, else DASHBOARD.'),
  leadId: z.string().max(64).optional(),
  clientName: z.string().trim().max(255).optional(),
  clientPhone: z.string().max(40).optional().describe('In any spelling; stored in E.164.'),
  clientEmail: z.email().max(160).optional(),
  allowOverlap: AllowOverlap,
});
export type AppointmentDraft = z.output<typeof AppointmentDraft>;

export const AppointmentChanges = z.strictObject({
  title: Title.optional(),
  startTime: Time.optional(),
  endTime: Time.optional(),
  status: AppointmentStatus.optional(),
  notes: z.string().max(500).nullable().optional(),
  notifyClient: z.boolean().optional().describe('Sends the client a message with the new state of the appointment.'),
  allowOverlap: AllowOverlap,
});
export type AppointmentChanges = z.output<typeof AppointmentChanges>;

export const Appointment = z
  .object({
    id: z.string(),
    aiAgentId: z.string(),
    title: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    status: AppointmentStatus,
    notes: z.string().nullable(),
    source: AppointmentSource,
    leadId: z.string().nullable(),
    clientName: z.string().nullable(),
    clientPhone: z.string().nullable(),
    clientEmail: z.string().nullable(),
    outsideBusinessHours: z
      .boolean()
      .describe('Whether part of it was outside the agent’s business hours when it was booked or last moved.'),
    notification: Notification.nullable().describe(
      'Result of notifying the client of the latest change; null when not requested.',
    ),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Appointment' });
export type Appointment = z.infer<typeof Appointment>;

export const appointmentSorts = ['startTime', '-startTime', 'createdAt', '-createdAt'] as const;

export const AppointmentListQuery = z.object({
  ...pageQuery,
  aiAgentId: z.string().max(64).optional(),
  status: anyOf(appointmentStatuses),
  source: anyOf(appointmentSources),
  ...dateQuery,
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Prefixes of words of the title or name, or the first or last four digits of the phone.'),
  sort: z.enum(appointmentSorts).default('startTime'),
  overlap: Flag.describe('`true` lists appointments that overlap the range of days, not only those that start in it.'),
});

/** Most slots of one response. */
const mostSlots = 100;

export const FreeSlotsQuery = z.object({
  aiAgentId: z.string().min(1).max(64),
  durationMinutes: z.coerce.number().int().min(5).max(1_440).default(60),
  stepMinutes: z.coerce
    .number()
    .int()
    .min(5)
    .max(1_440)
    .default(30)
    .describe('Slots start at multiples of it after midnight.'),
  from: DayOrTime.optional().describe('A day or a moment; default and earliest: now.'),
  days: z.coerce.number().int().min(1).max(60).default(14).describe('How many days to search, from the first one.'),
  limit: z.coerce.number().int().min(1).max(mostSlots).default(20),
});

export const FreeSlot = z.object({ startTime: z.string(), endTime: z.string() }).meta({ id: 'FreeSlot' });

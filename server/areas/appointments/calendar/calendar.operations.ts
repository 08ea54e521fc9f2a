import { z } from 'zod';
import { anyOf } from '../../../http/filters.ts';
import { type Operations, operation } from '../../../http/operation.ts';
import { Problem } from '../../../platform/problem.ts';
import { phoneOrText } from '../../../platform/text/phones.ts';
import { Day } from '../../../platform/text/times.ts';
import { assertAgentFilter, isOpenAt, requireAgent } from '../../agents/index.ts';
import { findByPhone, findContactById } from '../../people/index.ts';
import { readSlot } from '../appointment-time.ts';
import { appointmentStatuses, Time } from '../schemas.ts';
import { findAppointment, findByIds, findClashes, listOfPerson } from '../store.ts';
import { Booking, Calendar, PersonAppointments, SlotCheck } from './calendar.schemas.ts';
import { readBooking } from './read-booking.ts';
import { readCalendar } from './read-calendar.ts';

const Id = z.string().min(1).max(64);
/** A page of the calendar is at most six weeks. */
const mostDays = 42;
const mostOfPerson = 5;

/** What the console's calendar reads. It writes by the operations of the API. */
export const calendarOperations = {
  getCalendar: operation({
    method: 'get',
    path: '/owner/calendar',
    scope: 'console',
    summary: 'Get some days of the calendar: agents with their opening times, and appointments',
    tx: 'read',
    query: z.object({
      from: Day,
      days: z.coerce.number().int().min(1).max(mostDays),
      aiAgentId: Id.optional(),
      status: anyOf(appointmentStatuses),
    }),
    success: 200,
    response: Calendar,
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query }) {
      await assertAgentFilter(db, workspace.id, query.aiAgentId);
      return readCalendar(db, workspace, query);
    },
  }),

  getBooking: operation({
    method: 'get',
    path: '/owner/appointments/{id}',
    scope: 'console',
    summary: 'Get an appointment with its reminder and what became of the messages about it',
    tx: 'read',
    success: 200,
    response: Booking,
    errors: ['not_found'],
    async run({ db, workspace, params }) {
      const appointment = await findAppointment(db, workspace.id, params.id);
      if (!appointment) throw new Problem('not_found');
      return readBooking(db, workspace, appointment);
    },
  }),

  checkSlot: operation({
    method: 'get',
    path: '/owner/slot-check',
    scope: 'console',
    summary: 'Check whether a slot is free and within the agent’s business hours',
    tx: 'read',
    query: z.object({ aiAgentId: Id, startTime: Time, endTime: Time, exceptId: Id.optional() }),
    success: 200,
    response: SlotCheck,
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query }) {
      const slot = readSlot(workspace.timezone, query, 'query.endTime');
      const agent = await requireAgent(db, workspace.id, query.aiAgentId, 'query.aiAgentId');
      const clashes = await findClashes(db, workspace.id, { ...slot, aiAgentId: agent.id }, query.exceptId ?? null);
      return {
        ...slot,
        isOpen: isOpenAt(agent.businessHours, workspace.timezone, slot.startTime, slot.endTime),
        conflicts: await findByIds(
          db,
          workspace.id,
          clashes.map(({ id }) => id),
        ),
      };
    },
  }),

  listPersonAppointments: operation({
    method: 'get',
    path: '/owner/contacts/{phone}/appointments',
    scope: 'console',
    summary: 'List the next and the latest past appointments of a person, by number or by id',
    tx: 'read',
    success: 200,
    response: PersonAppointments,
    async run({ db, workspace, params: { phone }, now }) {
      const contact =
        findContactById(db, workspace.id, phone) ??
        (await findByPhone(db, workspace.id, phoneOrText(phone, workspace.country)));
      if (!contact) return { next: [], past: [], count: 0 };
      return listOfPerson(db, workspace.id, contact.id, { now, limit: mostOfPerson });
    },
  }),
} satisfies Operations;

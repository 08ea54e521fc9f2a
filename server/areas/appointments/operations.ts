import { dateRange } from '../../http/filters.ts';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf, pageOf, toPage } from '../../http/paginate.ts';
import { confirmOperation, deleteOperation } from '../../http/usual-operations.ts';
import { dayRange } from '../../platform/text/days.ts';
import { assertAgentFilter, requireAgent } from '../agents/index.ts';
import { bookAppointment } from './book-appointment.ts';
import { changeAppointment } from './change-appointment.ts';
import { confirmableAppointment } from './confirm-appointment.ts';
import { appointmentDeleted } from './events.ts';
import { findFreeSlots } from './free-slots.ts';
import { appointmentNotices } from './notify-customer.ts';
import { dropReminder } from './remind-customer.ts';
import {
  Appointment,
  AppointmentChanges,
  AppointmentDraft,
  AppointmentListQuery,
  FreeSlot,
  FreeSlotsQuery,
} from './schemas.ts';
import { deleteAppointment, findAppointment, listAppointments } from './store.ts';

const appointment = target(Appointment, ({ db, workspace, params }: TargetContext<'id'>) =>
  findAppointment(db, workspace.id, params.id),
);

export const appointmentOperations = {
  listAppointments: operation({
    method: 'get',
    path: '/api/appointments',
    scope: 'appointments.read',
    summary: 'List appointments',
    description:
      '`dateFrom` and `dateTo` apply to the start, or with `overlap=true` to the whole appointment. A search covers the ' +
      'newest 1,000 matches.',
    tx: 'read',
    query: AppointmentListQuery,
    success: 200,
    response: pageOf(Appointment),
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query }) {
      await assertAgentFilter(db, workspace.id, query.aiAgentId);
      const filter = { ...query, ...dateRange(workspace.timezone, query) };
      const { rows, total } = await listAppointments(db, workspace.id, filter, query);
      return toPage(query, rows, total);
    },
  }),

  listFreeSlots: operation({
    method: 'get',
    path: '/api/appointments/free-slots',
    scope: 'appointments.read',
    extension: true,
    summary: 'List the next free slots of an agent',
    description:
      'Slots within the agent’s business hours that no PENDING or CONFIRMED appointment overlaps, soonest first.',
    tx: 'read',
    dear: { atOnce: 2, joins: true },
    steps: 25_000,
    query: FreeSlotsQuery,
    success: 200,
    response: listOf(FreeSlot),
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query, now }) {
      const agent = await requireAgent(db, workspace.id, query.aiAgentId, 'query.aiAgentId');
      const { from = now } = dayRange(workspace.timezone, query.from);
      return { data: await findFreeSlots(db, workspace, agent, { ...query, from: from > now ? from : now }) };
    },
  }),

  createAppointment: operation({
    method: 'post',
    path: '/api/appointments',
    scope: 'appointments.write',
    summary: 'Book an appointment',
    description:
      'A slot is taken when a PENDING or CONFIRMED appointment of the same agent overlaps it; back to back is free. A ' +
      'taken slot is 409 `slot_taken` with `conflicts`, unless `allowOverlap`. Business hours are reported ' +
      '(`outsideBusinessHours`), not enforced. An agent with `behavior.appointmentReminderMinutes` reminds the client.',
    tx: 'write',
    words: 'once-confirmed',
    body: AppointmentDraft,
    success: 201,
    response: Appointment,
    errors: ['unknown_reference', 'slot_taken'],
    statuses: { unknown_reference: 400 },
    run: ({ body, ...work }) => bookAppointment(work, body),
  }),

  updateAppointment: operation({
    method: 'patch',
    path: '/api/appointments/{id}',
    scope: 'appointments.write',
    summary: 'Change or move an appointment',
    description:
      'An omitted time stays as it is. CANCELLED and COMPLETED are final: moving or reviving such an appointment is 409 ' +
      '`invalid_transition`. The reminder moves and ends with the appointment. `notifyClient` sends the client a message ' +
      'in the agent’s language; `notification` has its result, which does not affect the change.',
    tx: 'none',
    target: appointment,
    body: AppointmentChanges,
    words: 'once-confirmed',
    sendsAtOnce: ({ notifyClient }) => notifyClient === true,
    success: 200,
    response: Appointment,
    errors: ['invalid_transition', 'slot_taken'],
    statuses: { invalid_transition: 409 },
    async run({ platform, workspace, actor, params, body, write }) {
      const changed = await write((work) => changeAppointment(work, params.id, body));
      return body.notifyClient ? appointmentNotices.sendNow(platform, workspace, actor, changed) : changed;
    },
  }),

  deleteAppointment: deleteOperation({
    path: '/api/appointments/{id}',
    scope: 'appointments.write',
    summary: 'Delete an appointment',
    target: appointment,
    words: 'never',
    async remove({ db, workspace, emit }, target) {
      await deleteAppointment(db, workspace.id, target.id);
      await dropReminder(db, target);
      await emit(appointmentDeleted, target);
    },
  }),

  confirmAppointmentEntry: confirmOperation({
    path: '/api/appointments/{id}/confirm-entry',
    scope: 'appointments.write',
    summary: 'Confirm an assistant’s entries in an appointment',
    target: appointment,
    kind: confirmableAppointment,
  }),
} satisfies Operations;

import { Deleted, deleted } from '../../http/deleted.ts';
import { dateRange } from '../../http/filters.ts';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { pageOf, toPage } from '../../http/paginate.ts';
import { assertAgentFilter } from '../agents/index.ts';
import { bookAppointment } from './book-appointment.ts';
import { changeAppointment } from './change-appointment.ts';
import { appointmentDeleted } from './events.ts';
import { dropReminder } from './remind-client.ts';
import { Appointment, AppointmentChanges, AppointmentDraft, AppointmentListQuery } from './schemas.ts';
import { deleteAppointment, findAppointment, listAppointments, updateAppointment } from './store.ts';
import { tellClient } from './tell-client.ts';

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
      '`dateFrom` and `dateTo` mean when the appointment starts, or with `overlap=true` when it takes place at all. ' +
      'A search looks at the newest 2,000 that match.',
    tx: 'read',
    query: AppointmentListQuery,
    success: 200,
    response: pageOf(Appointment),
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query }) {
      await assertAgentFilter(db, workspace.id, query.aiAgentId);
      const filter = { ...query, ...dateRange(workspace.timezone, query) };
      const { appointments, total } = await listAppointments(db, workspace.id, filter, query);
      return toPage(query, appointments, total);
    },
  }),

  createAppointment: operation({
    method: 'post',
    path: '/api/appointments',
    scope: 'appointments.write',
    summary: 'Book an appointment',
    description:
      'A slot is taken when an appointment of the same agent that is PENDING or CONFIRMED overlaps it; back to back is ' +
      'free. Then 409 `slot_taken` with `conflicts`, unless `allowOverlap`. Business hours are not enforced but reported ' +
      '(`outsideBusinessHours`). An agent with `behavior.appointmentReminderMinutes` reminds the client.',
    tx: 'write',
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
      'A time that is not given stays as it is. CANCELLED and COMPLETED are final: to move or revive such a one is 409 ' +
      '`invalid_transition`. The reminder moves with the appointment and dies with it. With `notifyClient` the client is ' +
      'told in the language of the agent, and `notification` says what became of it; the change stands whatever that is.',
    tx: 'none',
    target: appointment,
    body: AppointmentChanges,
    success: 200,
    response: Appointment,
    errors: ['invalid_transition', 'slot_taken'],
    statuses: { invalid_transition: 409 },
    async run({ platform, workspace, actor, params, body, write }) {
      const changed = await write((work) => changeAppointment(work, params.id, body));
      if (!body.notifyClient) return changed;
      const idempotencyKey = `appointment:${changed.id}:${changed.updatedAt}`;
      const notice = { appointment: changed, occasion: changed.status, idempotencyKey };
      const notification = JSON.stringify(await tellClient(platform, workspace, actor, notice));
      return write(({ db }) => updateAppointment(db, workspace.id, params.id, { notification }));
    },
  }),

  deleteAppointment: operation({
    method: 'delete',
    path: '/api/appointments/{id}',
    scope: 'appointments.write',
    summary: 'Delete an appointment',
    tx: 'write',
    target: appointment,
    success: 200,
    response: Deleted,
    async run({ db, workspace, params, target, emit }) {
      await deleteAppointment(db, workspace.id, params.id);
      await dropReminder(db, target);
      await emit(appointmentDeleted, target);
      return deleted(params.id);
    },
  }),
} satisfies Operations;

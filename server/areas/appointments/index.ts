import { type Area, asJob } from '../../http/area.ts';
import { updateRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { calendarOperations } from './calendar/calendar.operations.ts';
import { confirmableAppointment, sendHeldNotice } from './confirm-appointment.ts';
import { appointmentOperations } from './operations.ts';
import { remindCustomer } from './remind-customer.ts';
import { searchAppointments } from './search-appointments.ts';
import { moveAppointments } from './store.ts';

export { bookAppointment } from './book-appointment.ts';
export { findFreeSlots, type SlotWish } from './free-slots.ts';
export { countAppointments, findNextAppointment } from './read-today.ts';
export { Appointment, appointmentStatuses } from './schemas.ts';
export { appointmentsOf, listAppointments, nextAppointment, summarizeAppointments } from './store.ts';

const followLead = ({ db, workspace }: Work, goneLeadId: string, keptLeadId: string): Promise<void> =>
  updateRows(db, 'appointments', workspace.id, { lead_id: goneLeadId }, { lead_id: keptLeadId });

export const appointments = {
  name: 'appointments',
  title: 'Appointments',
  about: 'Bookings of an agent’s or a person’s time, with free slots and reminders.',
  operations: appointmentOperations,
  ownerOperations: calendarOperations,
  jobs: [asJob(remindCustomer), asJob(sendHeldNotice)],
  provides: {
    confirmable: [confirmableAppointment],
    searchable: [searchAppointments],
    textIndex: [{ index: 'appointment_search', table: 'appointments', row: 'seq' }],
    agentData: [{ kind: 'appointments', table: 'appointments', column: 'ai_agent_id', reassign: true }],
    leadMerged: [followLead],
    contactJoined: [
      ({ db, workspace }, duplicate, contact) => moveAppointments(db, workspace.id, duplicate.phone, contact.phone),
    ],
  },
} satisfies Area;

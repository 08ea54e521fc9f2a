import { type Area, asJob } from '../../http/area.ts';
import type { RecordedRows } from '../../platform/database/recorded-rows.ts';
import { updateSomeRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow, Joining } from '../people/index.ts';
import { calendarOperations } from './calendar/calendar.operations.ts';
import { confirmableAppointment } from './confirm-appointment.ts';
import { anonymizeAppointments, listAppointmentIds } from './erase-customer.ts';
import { appointmentNotices } from './notify-customer.ts';
import { appointmentOperations } from './operations.ts';
import { remindCustomer } from './remind-customer.ts';
import { searchAppointments } from './search-appointments.ts';

export { bookAppointment } from './book-appointment.ts';
export { findFreeSlots, type SlotWish } from './free-slots.ts';
export { countAppointments, findNextAppointment } from './read-today.ts';
export { Appointment, appointmentStatuses } from './schemas.ts';
export { appointmentsOf, listAppointments, nextAppointment, summarizeAppointments } from './store.ts';

const followLead = (rows: RecordedRows, goneLeadId: string, keptLeadId: string): Promise<boolean> =>
  rows.move('appointments', { lead_id: goneLeadId }, { lead_id: keptLeadId });

/** Counts as a change, so that calendar feeds show the new number. */
const followContact = ({ work, rows, gone, kept }: Joining): Promise<boolean> =>
  rows.move('appointments', { contact_id: gone.id }, { contact_id: kept.id, updated_at: work.now });

/** The slot stays taken until a person cancels it; calendar feeds lose the number. */
function leaveContact({ db, workspace, now }: Work, { id }: ContactRow): Promise<boolean> {
  const changes = { contact_id: null, updated_at: now };
  return updateSomeRows<'appointments', 'contact_id'>(db, 'appointments', workspace.id, { contact_id: id }, changes);
}

export const appointments = {
  name: 'appointments',
  title: 'Appointments',
  about: 'Bookings of an agent’s or a person’s time, with free slots and reminders.',
  operations: appointmentOperations,
  ownerOperations: calendarOperations,
  jobs: [asJob(remindCustomer), asJob(appointmentNotices.sendHeld)],
  provides: {
    confirmable: [confirmableAppointment],
    searchable: [searchAppointments],
    textIndex: [{ index: 'appointment_search', table: 'appointments', row: 'seq' }],
    agentData: [{ kind: 'appointments', table: 'appointments', column: 'ai_agent_id', reassign: true }],
    leadMerged: [followLead],
    contactMarks: [listAppointmentIds],
    booksAnonymized: [anonymizeAppointments],
    contactJoined: [followContact],
    contactDeleted: [leaveContact],
  },
} satisfies Area;

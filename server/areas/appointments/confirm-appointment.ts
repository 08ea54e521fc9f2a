import { listUnconfirmedRows } from '../../platform/database/workspace-rows.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { type Confirmable, toWaiting } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { appointmentNotices } from './notify-customer.ts';
import { remindLate } from './remind-customer.ts';
import type { Appointment } from './schemas.ts';
import { findAppointment, updateAppointment } from './store.ts';

/** Sends the notice and the reminder held back until a person confirmed the appointment, unless it has begun. */
export async function resumeAppointment(work: Work, appointment: Appointment): Promise<void> {
  await releaseHeld(work, appointment.id);
  if (hasBegun(appointment, work.now)) return;
  await remindLate(work, appointment);
  await appointmentNotices.release(work, appointment);
}

const hasBegun = ({ startTime }: Appointment, now: string): boolean => startTime <= now;

export const confirmableAppointment: Confirmable = {
  kind: 'appointment',
  prefix: 'appt',
  find: findAppointment,
  async list(db, workspaceId, limit) {
    const rows = await listUnconfirmedRows(db, 'appointments', workspaceId, limit);
    return rows.map((row) => toWaiting(row, row.title));
  },
  async confirm(work, id) {
    await resumeAppointment(work, await updateAppointment(work.db, work.workspace.id, id, { unconfirmed: null }));
  },
  isTooLate: (appointment, now) => hasBegun(appointment as Appointment, now),
};

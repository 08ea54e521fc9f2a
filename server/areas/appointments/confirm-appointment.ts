import { z } from 'zod';
import { findWorkspace } from '../../platform/access/workspaces.ts';
import { listUnconfirmedRows } from '../../platform/database/workspace-rows.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { defineJob } from '../../platform/work/jobs.ts';
import { type Confirmable, toWaiting } from '../../platform/work/unconfirmed.ts';
import { systemActor, type Work } from '../../platform/work/work.ts';
import { isHeldNotice } from '../inbox/index.ts';
import { notifyCustomer } from './notify-customer.ts';
import { remindLate } from './remind-customer.ts';
import type { Appointment } from './schemas.ts';
import { findAppointment, updateAppointment } from './store.ts';

/** Sends the notice that was requested while the appointment was unconfirmed. */
export const sendHeldNotice = defineJob({
  name: 'notice of an appointment',
  input: z.object({ appointmentId: z.string() }),
  async run({ platform, workspaceId, input }) {
    const db = platform.database.read;
    const workspace = workspaceId === null ? null : await findWorkspace(db, workspaceId);
    const appointment = workspace && (await findAppointment(db, workspace.id, input.appointmentId));
    if (!workspace || !appointment || !isHeldNotice(appointment.notification)) return;
    const idempotencyKey = `appointment:${appointment.id}:${appointment.updatedAt}`;
    const notice = { appointment, occasion: appointment.status, idempotencyKey };
    const notification = JSON.stringify(await notifyCustomer(platform, workspace, systemActor, notice));
    await platform.work(workspace, systemActor, ({ db: own }) =>
      updateAppointment(own, workspace.id, appointment.id, { notification }),
    );
  },
});

/** Sends the notice and the reminder held back until a person confirmed the appointment, unless it has begun. */
export async function resumeAppointment(work: Work, appointment: Appointment): Promise<void> {
  const { id, notification, updatedAt } = appointment;
  await releaseHeld(work, id);
  if (hasBegun(appointment, work.now)) return;
  await remindLate(work, appointment);
  if (!isHeldNotice(notification)) return;
  await work.enqueue(sendHeldNotice, { appointmentId: id }, { key: `appointment notice:${id}:${updatedAt}` });
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

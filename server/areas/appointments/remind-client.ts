import { z } from 'zod';
import { findWorkspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import { cancelJob, defineJob } from '../../platform/work/jobs.ts';
import { assertSendingAllowed } from '../../platform/work/sending-pause.ts';
import { systemActor, type Work } from '../../platform/work/work.ts';
import type { Agent } from '../agents/index.ts';
import type { Appointment } from './schemas.ts';
import { activeStatuses, findAppointment } from './store.ts';
import { tellClient } from './tell-client.ts';

/** An appointment that comes back to a time it once had gets a reminder again: the key tells the time too. */
const reminderKey = ({ id, startTime }: Pick<Appointment, 'id' | 'startTime'>): string => `reminder:${id}:${startTime}`;

/**
 * Reminds the client once: the message carries the reminder's key, so a repeat after a crash sends nothing. Not after
 * the appointment has begun, and not for one that was cancelled or moved in the meantime.
 */
export const remindClient = defineJob({
  name: 'appointment reminder',
  input: z.object({ appointmentId: z.string(), startTime: z.string() }),
  // A channel may be away for hours; when the appointment begins it ends by itself.
  maxAttempts: 200,
  async run({ platform, workspaceId, input }) {
    const db = platform.database.read;
    const workspace = workspaceId === null ? null : await findWorkspace(db, workspaceId);
    const appointment = workspace && (await findAppointment(db, workspace.id, input.appointmentId));
    if (!appointment || !activeStatuses.includes(appointment.status)) return;
    const hasBegun = appointment.startTime <= platform.clock.now().toISOString();
    if (hasBegun || appointment.startTime !== input.startTime) return;
    // Held here and not as a notice of its own: what waits is looked at again, and ends when the appointment begins.
    assertSendingAllowed(db);
    const idempotencyKey = reminderKey(appointment);
    const notice = { appointment, occasion: 'REMINDER', idempotencyKey } as const;
    const { status, reason } = await tellClient(platform, workspace, systemActor, notice);
    if (status === 'FAILED') throw new Error(`The reminder was not sent: ${reason}`);
  },
});

/** Queues the reminder that the agent wants for an appointment that holds its slot, unless its time has passed. */
export async function queueReminder(work: Work, agent: Agent, appointment: Appointment): Promise<void> {
  const minutes = agent.behavior.appointmentReminderMinutes;
  if (minutes === 0 || appointment.clientPhone === null || !activeStatuses.includes(appointment.status)) return;
  const runAt = new Date(Date.parse(appointment.startTime) - minutes * minuteMs);
  if (runAt.toISOString() < work.now) return;
  const input = { appointmentId: appointment.id, startTime: appointment.startTime };
  await work.enqueue(remindClient, input, { key: reminderKey(appointment), runAt });
}

export const dropReminder = (db: Db, appointment: Appointment): Promise<void> =>
  cancelJob(db, reminderKey(appointment));

import { z } from 'zod';
import { findWorkspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { noteFailure, noteSuccess } from '../../platform/work/failing-parts.ts';
import { cancelJob, defineJob } from '../../platform/work/jobs.ts';
import { assertSendingAllowed } from '../../platform/work/sending-pause.ts';
import { systemActor, type Work } from '../../platform/work/work.ts';
import { type Agent, findAgent } from '../agents/index.ts';
import { notifyCustomer } from './notify-customer.ts';
import type { Appointment } from './schemas.ts';
import { activeStatuses, findAppointment } from './store.ts';

/** The key includes the time, so an appointment moved back to an earlier time is reminded of again. */
export const reminderKey = ({ id, startTime }: Pick<Appointment, 'id' | 'startTime'>): string =>
  `reminder:${id}:${startTime}`;

/**
 * Reminds the customer once: the message has the reminder's idempotency key, so a repeat after a crash sends nothing.
 * Skips an appointment that has started, or was cancelled or moved in the meantime. Skips an unconfirmed appointment
 * too; its confirmation queues the reminder again (see `remindLate`).
 */
export const remindCustomer = defineJob({
  name: 'appointment reminder',
  input: z.object({ appointmentId: z.string(), startTime: z.string() }),
  // A channel may be disconnected for hours; the job ends when the appointment starts.
  maxAttempts: 200,
  async run({ platform, workspaceId, input }) {
    const db = platform.database.read;
    const workspace = workspaceId === null ? null : await findWorkspace(db, workspaceId);
    const appointment = workspace && (await findAppointment(db, workspace.id, input.appointmentId));
    if (!appointment || !activeStatuses.includes(appointment.status)) return;
    const hasBegun = appointment.startTime <= platform.clock.now().toISOString();
    if (hasBegun || appointment.startTime !== input.startTime) return;
    // While sending is paused this job is held, not its message: it checks the appointment again when it resumes.
    assertSendingAllowed(db);
    const idempotencyKey = reminderKey(appointment);
    const notice = { appointment, occasion: 'REMINDER', idempotencyKey } as const;
    const { status, reason } = await notifyCustomer(platform, workspace, systemActor, notice);
    await noteReminder(platform, workspace.id, appointment, status === 'FAILED' ? (reason ?? 'failed') : null);
    if (status === 'FAILED') throw new Error(`The reminder was not sent: ${reason}`);
  },
});

/** Shows in Today that a reminder cannot be sent, as outside the messaging window; null once it was sent. */
async function noteReminder(
  { database, clock }: Platform,
  workspaceId: string,
  { id: subject }: Appointment,
  reason: string | null,
): Promise<void> {
  const failing = { workspaceId, part: 'reminder', subject } as const;
  const now = clock.now().toISOString();
  await database.write((db) =>
    reason === null ? noteSuccess(db, failing) : noteFailure(db, failing, { reason, isSure: true, now }),
  );
}

/** Enqueues the reminder that the agent's settings ask for, unless the slot was released or the time has passed. */
export async function queueReminder(work: Work, agent: Agent, appointment: Appointment): Promise<void> {
  const runAt = whenToRemind(agent, appointment);
  if (runAt !== null && runAt >= work.now) await queueAt(work, appointment, runAt);
}

/** Queues a reminder that came due while the appointment was unconfirmed, unless it was sent. */
export async function remindLate(work: Work, appointment: Appointment): Promise<void> {
  const agent = await findAgent(work.db, work.workspace.id, appointment.aiAgentId);
  const runAt = agent && whenToRemind(agent, appointment);
  if (runAt === null || runAt > work.now || runAt < appointment.createdAt) return;
  await dropReminder(work.db, appointment);
  await queueAt(work, appointment, work.now);
}

/** Returns UTC text; null if the agent sends no reminders, or the appointment holds no slot or has no customer. */
function whenToRemind({ behavior }: Agent, { startTime, contactId, status }: Appointment): string | null {
  const minutes = behavior.appointmentReminderMinutes;
  if (minutes === 0 || contactId === null || !activeStatuses.includes(status)) return null;
  return new Date(Date.parse(startTime) - minutes * minuteMs).toISOString();
}

async function queueAt(work: Work, appointment: Appointment, at: string): Promise<void> {
  const input = { appointmentId: appointment.id, startTime: appointment.startTime };
  await work.enqueue(remindCustomer, input, { key: reminderKey(appointment), runAt: new Date(at) });
}

export const dropReminder = (db: Db, appointment: Appointment): Promise<void> =>
  cancelJob(db, reminderKey(appointment));

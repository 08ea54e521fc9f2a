import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findJobByKey } from '../../../platform/work/jobs.ts';
import { readAgentNames } from '../../agents/index.ts';
import { findByIdempotencyKey, findLatestConversationId, findMessageById, type MessageRow } from '../../inbox/index.ts';
import { reminderKey } from '../remind-customer.ts';
import type { Appointment } from '../schemas.ts';
import type { Booking } from './calendar.schemas.ts';

/** An appointment with what became of the messages about it. */
export async function readBooking(db: Db, workspace: Workspace, appointment: Appointment): Promise<Booking> {
  const { contactId, notification } = appointment;
  const conversationId = contactId && findLatestConversationId(db, workspace.id, contactId);
  const notice = notification?.messageId ? findMessageById(db, workspace.id, notification.messageId) : null;
  const sent = conversationId ? await findByIdempotencyKey(db, conversationId, reminderKey(appointment)) : null;
  return {
    appointment,
    agentName: (await readAgentNames(db, workspace.id)).get(appointment.aiAgentId) ?? '',
    conversationId,
    noticeStatus: notice?.status ?? null,
    reminder: sent ? toSent(sent) : await readPlanned(db, appointment),
  };
}

const toSent = ({ created_at, status }: MessageRow): Booking['reminder'] => ({
  state: status === 'FAILED' ? 'FAILED' : 'SENT',
  at: created_at,
  messageStatus: status,
});

/** The reminder's job: it is kept for a while after it has run. */
async function readPlanned(db: Db, appointment: Appointment): Promise<Booking['reminder']> {
  const job = await findJobByKey(db, reminderKey(appointment));
  if (!job) return null;
  const states = { PENDING: 'PLANNED', RUNNING: 'PLANNED', DONE: 'SKIPPED', FAILED: 'FAILED' } as const;
  return { state: states[job.status], at: job.runAt, messageStatus: null };
}

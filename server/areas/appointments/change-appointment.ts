import { Problem } from '../../platform/problem.ts';
import { markOf, withoutUnconfirmed } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { isOpenAt, requireAgent } from '../agents/index.ts';
import { isHeldNotice, keepNotice } from '../inbox/index.ts';
import { readSlot } from './appointment-time.ts';
import { assertSlotFree } from './assert-slot-free.ts';
import { resumeAppointment } from './confirm-appointment.ts';
import { appointmentUpdated } from './events.ts';
import { dropReminder, queueReminder } from './remind-customer.ts';
import type { Appointment, AppointmentChanges } from './schemas.ts';
import { activeStatuses, findAppointment, updateAppointment } from './store.ts';

/**
 * Changes an appointment. Throws 409 for a CANCELLED or COMPLETED one that would move or change status, and for a slot
 * that is taken. The reminder moves with it, and is cancelled when it no longer holds its slot. Emits nothing without a
 * difference.
 */
export async function changeAppointment(work: Work, id: string, body: AppointmentChanges): Promise<Appointment> {
  const { db, workspace, now } = work;
  const before = await findAppointment(db, workspace.id, id);
  if (!before) throw new Problem('not_found');
  const { allowOverlap, notifyClient, ...wishes } = body;
  const isTimed = wishes.startTime !== undefined || wishes.endTime !== undefined;
  const wanted: Appointment = { ...before, ...wishes };
  if (isTimed) Object.assign(wanted, readSlot(workspace.timezone, wanted));
  const moves = wanted.startTime !== before.startTime || wanted.endTime !== before.endTime;
  if (moves || wanted.status !== before.status) assertNotFinal(before);
  const previous = changedFields(before, wanted);
  const notice = keepNotice(before, { status: wanted.status, notifyClient });
  const notification = notice && JSON.stringify(notice);
  if (Object.keys(previous).length === 0) {
    const isWithdrawn = isHeldNotice(before.notification) && !notice;
    return isWithdrawn ? updateAppointment(db, workspace.id, id, { notification }) : before;
  }

  const isActive = activeStatuses.includes(wanted.status);
  if (moves && isActive && !allowOverlap) await assertSlotFree(work, wanted, id);
  const agent = await requireAgent(db, workspace.id, before.aiAgentId, 'body.aiAgentId');
  const isOpen = moves
    ? isOpenAt(agent.businessHours, workspace.timezone, wanted.startTime, wanted.endTime)
    : !before.outsideBusinessHours;
  const appointment = await updateAppointment(db, workspace.id, id, {
    title: wanted.title,
    start_time: wanted.startTime,
    end_time: wanted.endTime,
    status: wanted.status,
    notes: wanted.notes,
    outside_business_hours: isOpen ? 0 : 1,
    notification,
    unconfirmed: markOf(work, before.unconfirmed, Object.keys(previous)),
    updated_at: now,
  });
  if (moves || !isActive) await dropReminder(db, before);
  if (moves) await queueReminder(work, agent, appointment);
  await work.emit(appointmentUpdated, appointment, withoutUnconfirmed(previous, before.unconfirmed));
  if (before.unconfirmed && !appointment.unconfirmed) await resumeAppointment(work, appointment);
  return appointment;
}

function assertNotFinal({ status }: Appointment): void {
  if (activeStatuses.includes(status)) return;
  const detail = `An appointment that is ${status} can neither be moved nor change its status`;
  throw new Problem('invalid_transition', detail, { extra: { allowed: [] } });
}

/** The previous values of the fields that differ. */
function changedFields(before: Appointment, after: Appointment): Partial<Appointment> {
  const entries = Object.entries(before) as [keyof Appointment, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => value !== after[key]));
}

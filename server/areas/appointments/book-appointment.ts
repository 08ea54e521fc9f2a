import { unknownReference } from '../../platform/problem.ts';
import { givenIn, markOf } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { isOpenAt, requireAgent } from '../agents/index.ts';
import { leadExists } from '../leads/index.ts';
import { type ContactRow, requireContact } from '../people/index.ts';
import { readSlot } from './appointment-time.ts';
import { assertSlotFree } from './assert-slot-free.ts';
import { appointmentCreated } from './events.ts';
import { queueReminder } from './remind-customer.ts';
import type { Appointment, AppointmentDraft } from './schemas.ts';
import { activeStatuses, insertAppointment } from './store.ts';

/**
 * Books an appointment, with or without a customer. Throws 400 for invalid times, an unknown agent or lead and a
 * customer that `requireContact` refuses, and 409 for a slot that is taken. Business hours are reported, not enforced.
 */
export async function bookAppointment(work: Work, draft: AppointmentDraft): Promise<Appointment> {
  const { db, workspace, now } = work;
  const slot = readSlot(workspace.timezone, draft);
  const agent = await requireAgent(db, workspace.id, draft.aiAgentId, 'body.aiAgentId');
  if (draft.leadId !== undefined) await assertLead(work, draft.leadId);
  const contact = await readCustomer(work, draft);
  if (activeStatuses.includes(draft.status) && !draft.allowOverlap) {
    await assertSlotFree(work, { ...slot, aiAgentId: agent.id });
  }
  const isOpen = isOpenAt(agent.businessHours, workspace.timezone, slot.startTime, slot.endTime);
  const isByBot = work.actor.source === 'AGENT' || work.actor.source === 'FLOW';
  const appointment = await insertAppointment(db, workspace.id, {
    id: work.newId('appt'),
    ai_agent_id: agent.id,
    title: draft.title,
    start_time: slot.startTime,
    end_time: slot.endTime,
    status: draft.status,
    notes: draft.notes ?? null,
    source: draft.source ?? (isByBot ? 'BOT' : 'DASHBOARD'),
    lead_id: draft.leadId ?? null,
    contact_id: contact?.id ?? null,
    client_name: draft.clientName || null,
    client_email: draft.clientEmail ?? null,
    outside_business_hours: isOpen ? 0 : 1,
    notification: null,
    unconfirmed: markOf(work, null, givenIn(draft)),
    created_at: now,
    updated_at: now,
  });
  await queueReminder(work, agent, appointment);
  await work.emit(appointmentCreated, appointment);
  return appointment;
}

async function readCustomer(work: Work, draft: AppointmentDraft): Promise<ContactRow | null> {
  const { contactId, clientPhone: phone, clientName } = draft;
  if ((contactId ?? phone) === undefined) return null;
  return requireContact(work, { contactId, phone }, 'body.clientPhone', clientName);
}

async function assertLead({ db, workspace }: Work, leadId: string): Promise<void> {
  if (await leadExists(db, workspace.id, leadId)) return;
  throw unknownReference('body.leadId', 'No such lead');
}

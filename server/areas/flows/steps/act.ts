import { z } from 'zod';
import { minuteMs } from '../../../platform/durations.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findAgent } from '../../agents/index.ts';
import { bookAppointment, findFreeSlots } from '../../appointments/index.ts';
import { addTags, ensureTag, findTagId, removeTags } from '../../contacts/index.ts';
import { type ConversationRow, changeConversation, changeStatus } from '../../inbox/index.ts';
import { captureLead } from '../../leads/index.ts';
import { findByPhone } from '../../people/index.ts';
import type { DatabaseEffect, Input } from '../runs/run.ts';
import { addCard, moveNewestCard } from './act-on-cards.ts';
import { placeOrder } from './act-on-orders.ts';
import { formatMoment } from './words.ts';

/** Where an effect takes place: the agent of the flow, and the conversation of the run. */
export interface Stage {
  agentId: string;
  conversation: ConversationRow | null;
}

/**
 * Does what a step wants done in the database, in the caller's transaction, by the same functions as everybody else.
 * Throws their refusals (`Problem`): the transaction is then undone.
 */
export async function act(work: Work, stage: Stage, effect: DatabaseEffect): Promise<Input> {
  switch (effect.kind) {
    case 'tag':
      return tagContact(work, withPerson(stage), effect.config);
    case 'conversation_stage': {
      await changeConversation(work, withPerson(stage), { stageId: effect.config.stageId });
      return { kind: 'done' };
    }
    case 'handoff': {
      const before = withPerson(stage);
      // Only an ACTIVE conversation is handed off; one that was resolved meanwhile is taken up again.
      const open = before.status === 'RESOLVED' ? await changeStatus(work, before, 'ACTIVE') : before;
      const { handoffType, assignedTo } = effect.config;
      await changeStatus(work, open, 'HANDED_OFF', {
        handoff_type: handoffType,
        // The person finds it as unread as it was before the flow's last words.
        unread_count: before.unread_count,
        ...(assignedTo === undefined ? {} : { assigned_to: assignedTo }),
      });
      return { kind: 'done' };
    }
    case 'lead':
      return capture(work, stage.agentId, withPerson(stage), effect.config);
    case 'crm_card':
      return effect.config.action === 'create'
        ? addCard(work, withPerson(stage), effect.config)
        : moveNewestCard(work, withPerson(stage), effect.config);
    case 'order':
      return placeOrder(work, stage.agentId, withPerson(stage), effect.config);
    case 'free_slots':
      return listFreeSlots(work, stage.agentId, effect.config);
    case 'book':
      return book(work, stage.agentId, withPerson(stage), effect);
  }
}

export function withPerson({ conversation }: Stage): ConversationRow {
  if (conversation) return conversation;
  throw new Problem('not_found', 'The run takes place in no conversation');
}

type LeadConfig = Extract<DatabaseEffect, { kind: 'lead' }>['config'];

/** What a customer wrote is cut to what a lead can hold; an e-mail address that is none is left out. */
async function capture(
  work: Work,
  aiAgentId: string,
  { contact_phone: phone }: ConversationRow,
  { name = '', email = '', address = '', tags, data }: LeadConfig,
): Promise<Input> {
  if (!phone.startsWith('+')) throw invalid('phone', 'The provider hides the number of the contact');
  const isEmail = z.email().max(254).safeParse(email.trim()).success;
  const { lead } = await captureLead(work, {
    aiAgentId,
    phone,
    ...(name.trim() === '' ? {} : { name: name.trim().slice(0, 100) }),
    ...(isEmail ? { email: email.trim() } : {}),
    ...(address.trim() === '' ? {} : { address: address.trim().slice(0, 200) }),
    ...(tags ? { tags } : {}),
    ...(data ? { data } : {}),
  });
  return { kind: 'done', variables: { leadId: lead.id } };
}

async function tagContact(
  work: Work,
  conversation: ConversationRow,
  { add, remove }: Extract<DatabaseEffect, { kind: 'tag' }>['config'],
): Promise<Input> {
  const { db, workspace } = work;
  const contact = await findByPhone(db, workspace.id, conversation.contact_phone);
  if (!contact) throw new Problem('not_found', 'The contact has gone');
  const added: number[] = [];
  for (const name of add) added.push(await ensureTag(work, name));
  await addTags(
    work,
    added.map((tagId) => ({ seq: contact.seq, tagId })),
  );
  const removed: number[] = [];
  for (const name of remove) removed.push((await findTagId(db, workspace.id, name)) ?? 0);
  await removeTags(work, contact.seq, removed);
  return { kind: 'done' };
}

async function listFreeSlots(
  { db, workspace, now }: Work,
  agentId: string,
  config: Extract<DatabaseEffect, { kind: 'free_slots' }>['config'],
): Promise<Input> {
  const agent = await findAgent(db, workspace.id, agentId);
  if (!agent) throw new Problem('not_found', 'The agent has gone');
  const offered = await findFreeSlots(db, workspace, agent, {
    durationMinutes: config.durationMinutes,
    stepMinutes: config.stepMinutes,
    from: new Date(Date.parse(now) + config.noticeMinutes * minuteMs).toISOString(),
    days: config.daysAhead,
    limit: config.offer,
  });
  return { kind: 'done', offered };
}

async function book(
  work: Work,
  agentId: string,
  conversation: ConversationRow,
  { config, slot }: Extract<DatabaseEffect, { kind: 'book' }>,
): Promise<Input> {
  const agent = await findAgent(work.db, work.workspace.id, agentId);
  const { contact_name: clientName, contact_phone: clientPhone } = conversation;
  const appointment = await bookAppointment(work, {
    aiAgentId: agentId,
    title: config.title.trim().slice(0, 255) || 'Appointment',
    ...slot,
    status: config.confirmed ? 'CONFIRMED' : 'PENDING',
    ...(clientName === null ? {} : { clientName }),
    ...(clientPhone.startsWith('+') ? { clientPhone } : {}),
  });
  const language = agent?.language ?? work.workspace.language;
  const time = formatMoment(language, work.workspace.timezone, appointment.startTime);
  return { kind: 'done', variables: { appointmentId: appointment.id, appointmentTime: time } };
}

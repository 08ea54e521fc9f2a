import { minuteMs } from '../../../platform/durations.ts';
import { Problem } from '../../../platform/problem.ts';
import { EmailAddress } from '../../../platform/text/emails.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findAgent } from '../../agents/index.ts';
import { bookAppointment, findFreeSlots } from '../../appointments/index.ts';
import { addTags, ensureTag, findTagId, removeTags } from '../../contacts/index.ts';
import {
  assignByName,
  type ConversationRow,
  changeConversation,
  changeStatus,
  nameForCustomer,
} from '../../inbox/index.ts';
import { captureLead } from '../../leads/index.ts';
import { findContactById } from '../../people/index.ts';
import type { DatabaseEffect, Input } from '../runs/run.ts';
import { addCard, moveNewestCard } from './card-effects.ts';
import { placeOrder } from './place-order.ts';
import { formatMoment } from './words.ts';

/** The agent of the flow and the conversation of the run. */
export interface EffectContext {
  agentId: string;
  conversation: ConversationRow | null;
}

/**
 * Performs a database effect in the caller's transaction, through the functions that operations use. Their `Problem`
 * passes through and rolls the transaction back.
 */
export async function performEffect(work: Work, context: EffectContext, effect: DatabaseEffect): Promise<Input> {
  switch (effect.kind) {
    case 'tag':
      return tagContact(work, requireConversation(context), effect.config);
    case 'conversation_stage': {
      await changeConversation(work, requireConversation(context), { stageId: effect.config.stageId });
      return { kind: 'done' };
    }
    case 'handoff': {
      const before = requireConversation(context);
      // Only an ACTIVE conversation can be handed off, so a conversation that was resolved meanwhile is reopened.
      const open = before.status === 'RESOLVED' ? await changeStatus(work, before, 'ACTIVE') : before;
      const { handoffType, assignedTo } = effect.config;
      await changeStatus(work, open, 'HANDED_OFF', {
        handoff_type: handoffType,
        // Keeps the unread count from before the flow's last message.
        unread_count: before.unread_count,
        ...(assignedTo === undefined ? {} : await assignByName(work, assignedTo)),
      });
      return { kind: 'done' };
    }
    case 'lead':
      return capture(work, context.agentId, requireConversation(context), effect.config);
    case 'crm_card':
      return effect.config.action === 'create'
        ? addCard(work, requireConversation(context), effect.config)
        : moveNewestCard(work, requireConversation(context), effect.config);
    case 'order':
      return placeOrder(work, context.agentId, requireConversation(context), effect.config);
    case 'free_slots':
      return listFreeSlots(work, context.agentId, effect.config);
    case 'book':
      return book(work, context.agentId, requireConversation(context), effect);
  }
}

function requireConversation({ conversation }: EffectContext): ConversationRow {
  if (conversation) return conversation;
  throw new Problem('not_found', 'The run has no conversation');
}

type LeadConfig = Extract<DatabaseEffect, { kind: 'lead' }>['config'];

/** Texts of the customer are cut to the limits of a lead; an invalid e-mail address is left out. */
async function capture(
  work: Work,
  aiAgentId: string,
  { contact_id: contactId }: ConversationRow,
  { name = '', email = '', address = '', tags, data }: LeadConfig,
): Promise<Input> {
  const isEmail = EmailAddress.max(254).safeParse(email.trim()).success;
  const { lead } = await captureLead(work, {
    aiAgentId,
    contactId,
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
  const contact = findContactById(db, workspace.id, conversation.contact_id);
  if (!contact) throw new Problem('not_found', 'The contact was deleted');
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
  if (!agent) throw new Problem('not_found', 'The agent was deleted');
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
  const clientName = nameForCustomer(conversation);
  const appointment = await bookAppointment(work, {
    aiAgentId: agentId,
    title: config.title.trim().slice(0, 255) || 'Appointment',
    ...slot,
    status: config.confirmed ? 'CONFIRMED' : 'PENDING',
    ...(clientName === null ? {} : { clientName }),
    contactId: conversation.contact_id,
  });
  const language = agent?.language ?? work.workspace.language;
  const time = formatMoment(language, work.workspace.timezone, appointment.startTime);
  return { kind: 'done', variables: { appointmentId: appointment.id, appointmentTime: time } };
}

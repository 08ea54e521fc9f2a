import type { z } from 'zod';
import { type EventKind, type EventSource, eventKinds } from '../../../platform/work/events.ts';
import { toPayload } from '../deliveries/queue-deliveries.ts';
import type { CatalogueEntry } from '../schemas.ts';
import { eventExamples } from './event-examples.ts';

/** Group (specification, section 6), what it tells, and who is its source in the example. */
const kinds: Record<EventKind, [group: string, description: string, source: EventSource]> = {
  'message.received': ['Messages', 'A customer has written.', 'CHANNEL'],
  'message.sent': ['Messages', 'A message to a customer was handed to the provider.', 'AGENT'],
  'message.status': ['Messages', 'A message to a customer became SENT, DELIVERED, READ or FAILED.', 'CHANNEL'],
  'conversation.created': ['Conversations', 'A conversation with a customer has begun.', 'CHANNEL'],
  'conversation.status.changed': ['Conversations', 'The status of a conversation has changed.', 'API'],
  'conversation.resolved': ['Conversations', 'A conversation became RESOLVED.', 'API'],
  'conversation.escalated': ['Conversations', 'A conversation became HANDED_OFF: a person has to answer.', 'AGENT'],
  'lead.captured': ['Leads', 'A new lead was captured.', 'AGENT'],
  'order.created': ['Orders', 'An order was made.', 'AGENT'],
  'order.updated': ['Orders', 'An order was changed; `previous` has the fields as they were.', 'CONSOLE'],
  'order.deleted': ['Orders', 'An order was deleted; `data` is its last state.', 'CONSOLE'],
  'appointment.created': ['Appointments', 'An appointment was made.', 'AGENT'],
  'appointment.updated': ['Appointments', 'An appointment was changed or moved.', 'CONSOLE'],
  'appointment.deleted': ['Appointments', 'An appointment was deleted; `data` is its last state.', 'CONSOLE'],
  'crm.card.created': ['CRM cards', 'A card was made.', 'CONSOLE'],
  'crm.card.moved': ['CRM cards', 'A card came into another stage.', 'CONSOLE'],
  'crm.card.updated': ['CRM cards', 'The fields of a card were changed.', 'CONSOLE'],
  'crm.card.deleted': ['CRM cards', 'A card was deleted; `data` is its last state.', 'CONSOLE'],
  'bot.created': ['Bots', 'An AI agent was made.', 'CONSOLE'],
  'bot.deleted': ['Bots', 'An AI agent was deleted; `data` is its last state.', 'CONSOLE'],
  'channel.connected': ['Channels and catalog', 'A channel is connected after it was not.', 'CHANNEL'],
  'catalog.synced': ['Channels and catalog', 'A catalog sync has ended well.', 'SYSTEM'],
  'quota.warning': ['Quota', 'The workspace has used 80 % of a limit; told once a period.', 'SYSTEM'],
  'quota.exceeded': ['Quota', 'The workspace has used all of a limit; told once a period.', 'SYSTEM'],
  'trial.started': ['Trial', 'The owner has put the workspace on trial.', 'SYSTEM'],
  'trial.locked': ['Trial', 'The trial has ended: the workspace can only be read and exported.', 'SYSTEM'],
  'payment.succeeded': ['Payments', 'The payment status of an order became PAID.', 'API'],
  'payment.failed': ['Payments', 'An unpaid order was cancelled, or its payment has failed.', 'API'],
};

/** Every kind with an example event, as it would reach a webhook of this workspace. */
export const eventCatalogue = (workspaceId: string): z.infer<typeof CatalogueEntry>[] =>
  eventKinds.map((type, index) => {
    const [group, description, source] = kinds[type];
    const { data, previous = null } = eventExamples[type];
    const id = `evt_01kbmz7w5000000000000000${String(index).padStart(2, '0')}`;
    const event = { id, type, occurredAt: '2026-11-21T22:18:30.000Z', workspaceId, source, data, previous };
    return { type, group, description, example: toPayload(event) };
  });

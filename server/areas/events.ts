import { z } from 'zod';
import { entryConfirmed, quotaExceeded, quotaWarning, trialLocked, trialStarted } from '../platform/access/events.ts';
import type { EventDefinition } from '../platform/work/define-event.ts';
import { agentCreated, agentDeleted } from './agents/events.ts';
import { alertRaised } from './alerts/events.ts';
import { appointmentCreated, appointmentDeleted, appointmentUpdated } from './appointments/events.ts';
import { assistantCalled } from './assistants/events.ts';
import { recipientsExported } from './campaigns/events.ts';
import { catalogSynced } from './catalogs/events.ts';
import { channelConnected } from './channels/events.ts';
import { contactsExported } from './contacts/events.ts';
import { cardCreated, cardDeleted, cardMoved, cardUpdated } from './crm/events.ts';
import {
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  conversationStatusChanged,
  conversationUpdated,
  messageReceived,
  messageSent,
  messageStatus,
} from './inbox/events.ts';
import { leadCaptured, leadsExported } from './leads/events.ts';
import {
  orderCreated,
  orderDeleted,
  ordersExported,
  orderUpdated,
  paymentFailed,
  paymentSucceeded,
} from './orders/events.ts';
import { backupDownloaded, shopExported } from './owner/events.ts';
import { contactsChanged } from './people/events.ts';

export {
  appointmentCreated,
  appointmentDeleted,
  appointmentUpdated,
  channelConnected,
  conversationEscalated,
  conversationResolved,
  conversationStatusChanged,
  messageReceived,
  messageSent,
  messageStatus,
  orderCreated,
};

/** The events that webhooks, flows and bindings can subscribe to, in the order of the specification (section 6). */
export const events = [
  messageReceived,
  messageSent,
  messageStatus,
  conversationCreated,
  conversationStatusChanged,
  conversationResolved,
  conversationEscalated,
  leadCaptured,
  orderCreated,
  orderUpdated,
  orderDeleted,
  appointmentCreated,
  appointmentUpdated,
  appointmentDeleted,
  cardCreated,
  cardMoved,
  cardUpdated,
  cardDeleted,
  agentCreated,
  agentDeleted,
  channelConnected,
  catalogSynced,
  quotaWarning,
  quotaExceeded,
  trialStarted,
  trialLocked,
  paymentSucceeded,
  paymentFailed,
] as const;

export type EventKind = (typeof events)[number]['kind'];

export const eventKinds: readonly EventKind[] = events.map(({ kind }) => kind);
export const EventKind = z
  .enum(eventKinds)
  .meta({ id: 'EventKind', description: 'A kind of event; `GET /api/developers/events` tells each with an example.' });

const byKind = new Map<string, EventDefinition>(
  events.map((event) => [event.kind, event as unknown as EventDefinition]),
);

/** The example of an event kind. */
export const exampleOf = (kind: EventKind): EventDefinition['example'] => (byKind.get(kind) as EventDefinition).example;

/** Kinds that everyone at the console sees: all delivered kinds, and those that screens need. */
export const consoleKinds: readonly string[] = [
  ...eventKinds,
  conversationUpdated.kind,
  alertRaised.kind,
  entryConfirmed.kind,
  contactsChanged.kind,
];

/** All kinds in the event log; only owners see those missing from `consoleKinds`. */
export const loggedKinds: readonly string[] = [
  ...consoleKinds,
  assistantCalled.kind,
  contactsExported.kind,
  leadsExported.kind,
  ordersExported.kind,
  recipientsExported.kind,
  shopExported.kind,
  backupDownloaded.kind,
];

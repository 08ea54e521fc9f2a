import { z } from 'zod';
import { changesOf } from '../../http/changes-of.ts';
import { EventSource } from '../../platform/work/events.ts';
import { EventKind } from '../events.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED'] as const;
export const DeliveryStatus = z.enum(deliveryStatuses).meta({
  id: 'DeliveryStatus',
  description: 'How a delivery stands: before its first attempt, accepted, waiting for the next attempt, or given up.',
});
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const WebhookDisabledReason = z.enum(['endpoint_disabled', 'endpoint_gone', 'endpoint_failing']).meta({
  id: 'WebhookDisabledReason',
  description:
    'Why a webhook is off: `endpoint_disabled` (by a PATCH), `endpoint_gone` (it returned 410), `endpoint_failing` (it ' +
    'failed for five days in a row).',
});
export type DisabledReason = z.infer<typeof WebhookDisabledReason>;

const Url = z
  .string()
  .trim()
  .max(2000)
  .describe('An http or https URL. The owner must have allowed an address that is not public.');
const Events = z.array(EventKind).min(1).max(100).describe('Event kinds to deliver; duplicates are ignored.');
const Description = z.string().max(255).describe('What the webhook is for, for people.');

export const WebhookDraft = z.strictObject({ url: Url, events: Events, description: Description.optional() });
export type WebhookDraft = z.infer<typeof WebhookDraft>;

const endpointFields = {
  id: z.string(),
  url: z.string().describe('Where events are sent, as it was given.'),
  events: z.array(EventKind).describe('The kinds of events that are delivered.'),
  description: z.string().nullable().describe('What the webhook is for, for people; null for nothing.'),
  active: z.boolean().describe('Whether events are delivered.'),
  disabledReason: WebhookDisabledReason.nullable().describe('Why it is off; null while it is on.'),
  disabledAt: z.string().nullable().describe('Since when it is off; null while it is on.'),
  failingSince: z
    .string()
    .nullable()
    .meta({ format: 'date-time', description: 'The first failure after the last success; null without a failure.' }),
  previousSecretExpiresAt: z
    .string()
    .nullable()
    .describe('After a rotation: until then the previous secret signs too. Null when none does.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};
const secret = z.string().describe('`whsec_` and 32 bytes in base64. Shown only once.');

export const WebhookEndpoint = z.object(endpointFields).meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const WebhookChanges = changesOf(WebhookEndpoint, {
  url: Url,
  events: Events,
  description: Description,
  active: z.boolean().describe('`true` also clears `disabledReason`; `false` fails waiting deliveries.'),
});
export type WebhookChanges = z.infer<typeof WebhookChanges>;

export const WebhookEndpointWithSecret = z
  .object({ ...endpointFields, secret })
  .meta({ id: 'WebhookEndpointWithSecret' });

const deliveryFields = {
  id: z.string(),
  endpointId: z.string().describe('Id of the webhook, which may have been deleted since.'),
  endpoint: z
    .object({
      url: z.string().describe('Where the next attempt goes.'),
      active: z.boolean().describe('Whether the webhook is on.'),
    })
    .nullable()
    .describe('The present endpoint; null when it was deleted.'),
  eventId: z.string().describe('Sent as `webhook-id`, the same in every attempt.'),
  event: EventKind,
  test: z.boolean().describe('Whether the test operation created it.'),
  status: DeliveryStatus,
  attemptCount: z.int().min(0).describe('How many attempts were made.'),
  nextAttemptAt: z.string().nullable().describe('When it is tried next; null when it is not tried again.'),
  lastStatus: z.int().nullable().describe('HTTP status of the last response; null before the first.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why it is not delivered: `http_status` (any response but 2xx), `timeout`, `connect`, `dns`, `tls`, ' +
        '`invalid_answer`, `outbound_not_allowed`, `endpoint_gone`, `endpoint_failing`, `endpoint_disabled`, ' +
        '`endpoint_deleted`, `set_aside` (the server crashed on it too often). Null without a failure.',
    ),
  deliveredAt: z.string().nullable().describe('When the receiver returned 2xx; null before.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const Delivery = z.object(deliveryFields).meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

const attemptTriggers = ['SCHEDULED', 'MANUAL'] as const;
const AttemptTrigger = z
  .enum(attemptTriggers)
  .meta({ id: 'AttemptTrigger', description: 'What made an attempt: the schedule, or a request.' });
export type AttemptTrigger = (typeof attemptTriggers)[number];

const DeliveryAttempt = z
  .object({
    number: z.int().min(1).describe('Its place among the attempts of the delivery, from 1.'),
    at: z.string().describe('When it began.'),
    trigger: AttemptTrigger.describe('MANUAL for a requested retry or test.'),
    durationMs: z.int().min(0).describe('Milliseconds until the response or the failure.'),
    status: z.int().nullable().describe('HTTP status; null without a response.'),
    responseBody: z.string().nullable().describe('The first 2 KiB of the response as text; null without a response.'),
    error: z.string().nullable().describe('The kind of the failure; null when the receiver returned 2xx.'),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryDetail = z
  .object({
    ...deliveryFields,
    payload: z.record(z.string(), z.unknown()).describe('The event as sent.'),
    attempts: z.array(DeliveryAttempt).describe('Every attempt, oldest first.'),
  })
  .meta({ id: 'DeliveryDetail' });
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

const eventFields = {
  id: z.string(),
  type: z.string().describe('An event kind, or one that is only logged, such as `contacts.exported`.'),
  source: EventSource,
  actor: z
    .object({
      id: z.string().nullable().describe('Its id; null for what Frontdesk does by itself.'),
      name: z.string().nullable().describe('Its name at that moment; null where it has none.'),
    })
    .describe('The key, agent, flow or person that caused it.'),
  workspaceId: z.string(),
  occurredAt: z.string(),
  data: z.record(z.string(), z.unknown()).describe('What the event is about, as the API showed it right after it.'),
  previous: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Previous values of the changed fields; null for an event that changed none.'),
  createdAt: z.string().describe('The same as `occurredAt`.'),
  updatedAt: z.string().describe('The same as `occurredAt`, since events never change.'),
};
export const LoggedEvent = z.object(eventFields).meta({ id: 'LoggedEvent' });
export type LoggedEvent = z.infer<typeof LoggedEvent>;

export const LoggedEventDetail = z
  .object({ ...eventFields, deliveries: z.array(Delivery).describe('Its deliveries to webhooks.') })
  .meta({ id: 'LoggedEventDetail' });

export const CatalogueEntry = z
  .object({
    type: EventKind,
    group: z.string().describe('The heading under which the kind is listed.'),
    description: z.string().describe('What has happened, in a sentence.'),
    example: z.record(z.string(), z.unknown()).describe('A complete event as a webhook receives it.'),
  })
  .meta({ id: 'EventCatalogueEntry' });

const count = z.int().min(0);
const DeliveryCounts = z.object({
  pending: count.describe('Before their first attempt.'),
  delivered: count.describe('Accepted by the receiver.'),
  retrying: count.describe('Waiting for the next attempt.'),
  failed: count.describe('Given up.'),
  successRate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('delivered / (delivered + failed), 0 to 1; null without any.'),
});

export const DeveloperStats = z
  .object({
    endpoints: z
      .object({
        total: count.describe('All webhooks.'),
        active: count.describe('Those that are on.'),
        disabled: count.describe('Those that are off.'),
      })
      .describe('How many webhooks the workspace has.'),
    deliveries: z
      .object({
        last24Hours: DeliveryCounts.describe('Deliveries created in the last 24 hours.'),
        last7Days: DeliveryCounts.describe('Deliveries created in the last seven days.'),
      })
      .describe('How many deliveries have each status now.'),
    attempts: z
      .object({
        count: count.describe('How many attempts were looked at.'),
        averageDurationMs: z
          .number()
          .min(0)
          .nullable()
          .describe('Their mean duration in milliseconds; null without any.'),
        p95DurationMs: count.nullable().describe('The duration that 95 % of them kept within; null without any.'),
      })
      .describe('Over the newest 1,000 attempts of the last 24 hours.'),
    events: z
      .array(
        z.object({
          type: z.string().describe('The kind of event, including kinds that are only logged.'),
          count: count.describe('How many there were.'),
        }),
      )
      .describe('Events of the last 7 days by kind, most frequent first.'),
  })
  .meta({ id: 'DeveloperStats' });
export type DeveloperStats = z.infer<typeof DeveloperStats>;

import { z } from 'zod';
import { EventSource } from '../../platform/work/events.ts';
import { EventKind } from '../events.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED'] as const;
export const DeliveryStatus = z.enum(deliveryStatuses).meta({ id: 'DeliveryStatus' });
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const disabledReasons = ['endpoint_disabled', 'endpoint_gone', 'endpoint_failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const Url = z
  .string()
  .trim()
  .max(2000)
  .describe('An http or https URL. The owner must have allowed an address that is not public.');
const Events = z.array(EventKind).min(1).max(100).describe('Event kinds to deliver; duplicates are ignored.');
const Description = z.string().max(255);

export const WebhookDraft = z.strictObject({ url: Url, events: Events, description: Description.optional() });
export type WebhookDraft = z.infer<typeof WebhookDraft>;

export const WebhookChanges = z.strictObject({
  url: Url.optional(),
  events: Events.optional(),
  description: Description.optional(),
  active: z.boolean().optional().describe('`true` also clears `disabledReason`; `false` fails waiting deliveries.'),
});
export type WebhookChanges = z.infer<typeof WebhookChanges>;

const endpointFields = {
  id: z.string(),
  url: z.string(),
  events: z.array(EventKind),
  description: z.string().nullable(),
  active: z.boolean(),
  disabledReason: z
    .enum(disabledReasons)
    .nullable()
    .describe(
      'Why it is disabled: `endpoint_disabled` (by a PATCH), `endpoint_gone` (it returned 410), ' +
        '`endpoint_failing` (it failed for five days in a row).',
    ),
  disabledAt: z.string().nullable(),
  failingSince: z.string().nullable().describe('The first failure after the last success.'),
  previousSecretExpiresAt: z
    .string()
    .nullable()
    .describe('After a rotation: until then the previous secret signs too.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};
const secret = z.string().describe('`whsec_` and 32 bytes in base64. Shown only once.');

export const WebhookEndpoint = z.object(endpointFields).meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const WebhookEndpointWithSecret = z
  .object({ ...endpointFields, secret })
  .meta({ id: 'WebhookEndpointWithSecret' });

const deliveryFields = {
  id: z.string(),
  endpointId: z.string(),
  endpoint: z
    .object({ url: z.string(), active: z.boolean() })
    .nullable()
    .describe('The present endpoint; null when it was deleted.'),
  eventId: z.string().describe('Sent as `webhook-id`, the same in every attempt.'),
  event: EventKind,
  test: z.boolean().describe('Whether the test operation created it.'),
  status: DeliveryStatus,
  attemptCount: z.int(),
  nextAttemptAt: z.string().nullable(),
  lastStatus: z.int().nullable().describe('HTTP status of the last response.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why it is not delivered: `http_status` (any response but 2xx), `timeout`, `connect`, `dns`, `tls`, ' +
        '`invalid_answer`, `outbound_not_allowed`, `endpoint_gone`, `endpoint_failing`, `endpoint_disabled`, ' +
        '`endpoint_deleted`, `set_aside` (the server crashed on it too often).',
    ),
  deliveredAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const Delivery = z.object(deliveryFields).meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

const attemptTriggers = ['SCHEDULED', 'MANUAL'] as const;
const AttemptTrigger = z.enum(attemptTriggers).meta({ id: 'AttemptTrigger' });
export type AttemptTrigger = (typeof attemptTriggers)[number];

const DeliveryAttempt = z
  .object({
    number: z.int(),
    at: z.string(),
    trigger: AttemptTrigger.describe('MANUAL for a requested retry or test.'),
    durationMs: z.int(),
    status: z.int().nullable().describe('HTTP status; null without a response.'),
    responseBody: z.string().nullable().describe('The first 2 KiB of the response as text.'),
    error: z.string().nullable().describe('Null when the receiver returned 2xx.'),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryDetail = z
  .object({
    ...deliveryFields,
    payload: z.record(z.string(), z.unknown()).describe('The event as sent.'),
    attempts: z.array(DeliveryAttempt),
  })
  .meta({ id: 'DeliveryDetail' });
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

const eventFields = {
  id: z.string(),
  type: z.string().describe('An event kind, or `contacts.exported` or `leads.exported`, which are only logged.'),
  source: EventSource,
  actor: z
    .object({ id: z.string().nullable(), name: z.string().nullable() })
    .describe('The key, agent, flow or person that caused it.'),
  workspaceId: z.string(),
  occurredAt: z.string(),
  data: z.record(z.string(), z.unknown()),
  previous: z.record(z.string(), z.unknown()).nullable().describe('Previous values of the changed fields.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const LoggedEvent = z.object(eventFields).meta({ id: 'LoggedEvent' });
export type LoggedEvent = z.infer<typeof LoggedEvent>;

export const LoggedEventDetail = z
  .object({ ...eventFields, deliveries: z.array(Delivery) })
  .meta({ id: 'LoggedEventDetail' });

export const CatalogueEntry = z
  .object({
    type: EventKind,
    group: z.string(),
    description: z.string(),
    example: z.record(z.string(), z.unknown()).describe('A complete event as a webhook receives it.'),
  })
  .meta({ id: 'EventCatalogueEntry' });

const DeliveryCounts = z.object({
  pending: z.int(),
  delivered: z.int(),
  retrying: z.int(),
  failed: z.int(),
  successRate: z.number().nullable().describe('delivered / (delivered + failed), 0 to 1; null without any.'),
});

export const DeveloperStats = z
  .object({
    endpoints: z.object({ total: z.int(), active: z.int(), disabled: z.int() }),
    deliveries: z.object({ last24Hours: DeliveryCounts, last7Days: DeliveryCounts }),
    attempts: z
      .object({ count: z.int(), averageDurationMs: z.number().nullable(), p95DurationMs: z.int().nullable() })
      .describe('Over the newest 1,000 attempts of the last 24 hours.'),
    events: z
      .array(z.object({ type: z.string(), count: z.int() }))
      .describe('Of the last 7 days, most frequent first.'),
  })
  .meta({ id: 'DeveloperStats' });
export type DeveloperStats = z.infer<typeof DeveloperStats>;

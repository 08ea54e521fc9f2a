export type { FrontdeskOptions } from './connection.ts';
export { type ConnectionCode, FrontdeskError } from './error.ts';
export { type EventGap, EventGapError, type EventsOptions } from './events.ts';
export { Frontdesk } from './frontdesk.ts';
export type * from './generated/models.ts';
export type { Lists, Operations } from './generated/operations.ts';
export type { CallOptions } from './operation.ts';
export { etagOf } from './read-answer.ts';
export { verifyWebhook, type WebhookDelivery, WebhookError } from './webhooks.ts';

import { queryOptions } from '@tanstack/react-query';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

/** Deliveries emit no event, so this polls. */
export const refreshMs = 5_000;

export type Endpoint = Result<'getWebhook'>;
export type EndpointWithSecret = Result<'createWebhook'>;
export type EventKinds = Endpoint['events'];
export type Delivery = Result<'listDeliveries'>['data'][number];
export type LoggedEvent = Result<'listEventLog'>['data'][number];

export const endpointsQuery = queryOptions({ ...operationQuery('listWebhooks'), refetchInterval: refreshMs });

export const deliveryQuery = (id: string) =>
  queryOptions({ ...operationQuery('getDelivery', { path: { id } }), refetchInterval: refreshMs });

export const eventQuery = (id: string) => operationQuery('getLoggedEvent', { path: { id } });

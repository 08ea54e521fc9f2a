import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

/** Deliveries emit no event, so this polls. */
export const refreshMs = 5_000;

export type Endpoint = Answer<'getWebhook'>;
export type EndpointWithSecret = Answer<'createWebhook'>;
export type EventKinds = Endpoint['events'];
export type Delivery = Answer<'listDeliveries'>['data'][number];
export type LoggedEvent = Answer<'listEventLog'>['data'][number];

export const endpointsQuery = queryOptions({ ...operationQuery('listWebhooks'), refetchInterval: refreshMs });

export const deliveryQuery = (id: string) =>
  queryOptions({ ...operationQuery('getDelivery', { path: { id } }), refetchInterval: refreshMs });

export const eventQuery = (id: string) => operationQuery('getLoggedEvent', { path: { id } });

import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  CatalogueEntry,
  DeliveryDetail,
  LoggedEventDetail,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../../server/areas/developers/schemas.ts';
import { api } from '../../api/client.ts';

/** Deliveries make no events of their own: they are asked for again. */
export const refreshMs = 5_000;

export type EndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>;
export type LoggedDetail = z.infer<typeof LoggedEventDetail>;

export const endpointsQuery = queryOptions({
  queryKey: ['webhooks', 'endpoints'],
  queryFn: () => api.get<{ data: WebhookEndpoint[] }>('/api/developers/webhooks'),
  refetchInterval: refreshMs,
});

export const kindsQuery = queryOptions({
  queryKey: ['webhooks', 'kinds'],
  queryFn: () => api.get<{ data: z.infer<typeof CatalogueEntry>[] }>('/api/developers/events'),
  staleTime: Number.POSITIVE_INFINITY,
});

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: () => api.get<DeliveryDetail>(`/api/developers/deliveries/${id}`),
    refetchInterval: refreshMs,
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'event', id],
    queryFn: () => api.get<LoggedDetail>(`/api/developers/logs/${id}`),
  });

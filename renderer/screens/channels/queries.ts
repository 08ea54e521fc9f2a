import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Channel, ChannelHealth, PairingState } from '../../../server/areas/channels/schemas.ts';
import type { CloudCredentials } from '../../../server/areas/cloud/schemas.ts';
import { ApiError, api } from '../../api/client.ts';

/** Most changes of a channel's state make no event: they are asked for. */
const stateMs = 5_000;
const healthMs = 30_000;
const pairingMs = 2_000;

export const channelsQuery = (includeDeactivated: boolean) =>
  queryOptions({
    queryKey: ['channels', 'list', includeDeactivated],
    queryFn: () => api.get<{ data: Channel[] }>(`/api/channels?includeDeactivated=${includeDeactivated}`),
    refetchInterval: stateMs,
  });

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', id],
    queryFn: () => api.get<Channel>(`/api/channels/${id}`),
    refetchInterval: stateMs,
  });

export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', id, 'health'],
    queryFn: () => api.get<z.infer<typeof ChannelHealth>>(`/api/channels/${id}/health`),
    refetchInterval: healthMs,
    staleTime: healthMs,
  });

export type Pairing = z.infer<typeof PairingState>;

export const pairingPath = (id: string): string => `/api/channels/${id}/qr`;

/** Where no code is shown and nothing goes on, there is nothing to ask for again. */
const isOver = (pairing: Pairing | undefined): boolean =>
  pairing?.qr === null && !['CONNECTING', 'PAIRING'].includes(pairing.state);

export const pairingQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', id, 'qr'],
    queryFn: () => api.get<Pairing>(pairingPath(id)),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : pairingMs),
    // A code of an earlier visit is not good any more.
    gcTime: 0,
  });

export type Credentials = z.infer<typeof CloudCredentials>;

/** Null where the channel has none. */
export const credentialsQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', id, 'credentials'],
    queryFn: async (): Promise<Credentials | null> => {
      try {
        return await api.get<Credentials>(`/api/channels/${id}/credentials`);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

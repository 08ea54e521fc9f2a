import { queryOptions } from '@tanstack/react-query';
import type { Result } from '../../api/operations.ts';
import { operationQuery, optionalQuery } from '../../api/query.ts';

/** Most state changes of a channel emit no event, so this polls. */
const stateMs = 5_000;
const healthMs = 30_000;
const pairingMs = 2_000;

export type Channel = Result<'getChannel'>;

export const channelsQuery = (includeDeactivated: boolean) => ({
  ...operationQuery('listChannels', { query: { includeDeactivated } }),
  refetchInterval: stateMs,
});

export const channelQuery = (id: string) => ({
  ...operationQuery('getChannel', { path: { id } }),
  refetchInterval: stateMs,
});

export const healthQuery = (id: string) => ({
  ...operationQuery('getChannelHealth', { path: { id } }),
  refetchInterval: healthMs,
  staleTime: healthMs,
});

export type Pairing = Result<'getChannelQr'>;

/** Stop polling when there is no code and no pairing in progress. */
const isOver = (pairing: Pairing | undefined): boolean =>
  pairing?.qr === null && !['CONNECTING', 'PAIRING'].includes(pairing.state);

export const pairingQuery = (id: string) =>
  queryOptions({
    ...operationQuery('getChannelQr', { path: { id } }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : pairingMs),
    // A cached code has expired by the next visit.
    gcTime: 0,
  });

export type Credentials = Result<'getCloudCredentials'>;

/** Null if the channel has none. */
export const credentialsQuery = (id: string) => optionalQuery('getCloudCredentials', { path: { id } });

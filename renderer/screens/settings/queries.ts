import { queryOptions } from '@tanstack/react-query';
import type { Backups } from '../../../server/areas/owner/backups/backups.schemas.ts';
import type { ConsoleSession } from '../../../server/areas/owner/session/session.schemas.ts';
import type { EmbedderState } from '../../../server/areas/owner/settings/embedder.schemas.ts';
import type { LanState } from '../../../server/areas/owner/settings/lan.schemas.ts';
import type { Licences, Settings } from '../../../server/areas/owner/settings/settings.schemas.ts';
import { api } from '../../api/client.ts';

const runningMs = 1_000;
const idleMs = 10_000;

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => api.get<Settings>('/owner/settings'),
});

export const lanQuery = queryOptions({
  queryKey: ['lan'],
  queryFn: () => api.get<LanState>('/owner/lan'),
  refetchInterval: idleMs,
});

export const embedderQuery = queryOptions({
  queryKey: ['embedder'],
  queryFn: () => api.get<EmbedderState>('/owner/settings/embedder'),
  refetchInterval: ({ state: { data } }) => (data && isEmbedderBusy(data) ? runningMs : false),
});

export const isFetching = ({ proposal: { download } }: EmbedderState): boolean =>
  download?.status === 'PENDING' || download?.status === 'RUNNING';

const isEmbedderBusy = (state: EmbedderState): boolean =>
  isFetching(state) || (state.embedder !== null && !state.isServing);

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => api.get<Backups>('/owner/backups'),
  refetchInterval: ({ state: { data } }) => (data?.running ? runningMs : idleMs),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => api.get<{ data: ConsoleSession[] }>('/owner/sessions'),
});

export const licencesQuery = queryOptions({
  queryKey: ['licences'],
  queryFn: () => api.get<Licences>('/owner/licences'),
  staleTime: Number.POSITIVE_INFINITY,
});

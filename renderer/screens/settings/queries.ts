import { queryOptions } from '@tanstack/react-query';
import type { OperationId, Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';

const runningMs = 1_000;
const idleMs = 10_000;

export type Settings = Result<'getSettings'>;
export type LanState = Result<'getLan'>;
export type EmbedderState = Result<'getEmbedder'>;
export type Backups = Result<'listBackups'>;
export type MachineView = Result<'getMachine'>;
export type ConsoleSession = Result<'listSessions'>['data'][number];
export type Person = Result<'listPeople'>['data'][number];
export type Licences = Result<'listLicences'>;

export const settingsQuery = operationQuery('getSettings');

export const lanQuery = queryOptions({ ...operationQuery('getLan'), refetchInterval: idleMs });

export const embedderQuery = queryOptions({
  ...operationQuery('getEmbedder'),
  refetchInterval: ({ state: { data } }) => (data && isEmbedderBusy(data) ? runningMs : false),
});

export const isFetching = ({ proposal: { download } }: EmbedderState): boolean =>
  download?.status === 'PENDING' || download?.status === 'RUNNING';

const isEmbedderBusy = (state: EmbedderState): boolean =>
  isFetching(state) || (state.embedder !== null && !state.isServing);

export const backupsQuery = queryOptions({
  ...operationQuery('listBackups'),
  refetchInterval: ({ state: { data } }) => (data?.running ? runningMs : idleMs),
});

export const machineQuery = operationQuery('getMachine');

export const peopleQuery = operationQuery('listPeople');

/** Operations whose results a change of a person makes stale. */
export const peopleReads = [
  'listPeople',
  'listColleagues',
  'listSessions',
  'getConsoleState',
  'getLan',
] as const satisfies OperationId[];

export const sessionsQuery = operationQuery('listSessions');

export const licencesQuery = queryOptions({ ...operationQuery('listLicences'), staleTime: Number.POSITIVE_INFINITY });

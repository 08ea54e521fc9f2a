import { dayMs } from '../durations.ts';
/** Why a backup was made: nightly, by the owner, or before a schema update. */
export type BackupReason = 'nightly' | 'manual' | 'pre_migration';

export interface DatedBackup {
  name: string;
  /** UTC text. */
  createdAt: string;
  reason: BackupReason;
}

const dailyKept = 7;
const weeklyKept = 4;
const preMigrationKept = 3;
/** 1 January 1970 was a Thursday; weeks start on Monday. */
const mondayOffsetDays = 3;

const dayOf = (createdAt: string): number => Math.floor(Date.parse(createdAt) / dayMs);
const weekOf = (createdAt: string): number => Math.floor((dayOf(createdAt) + mondayOffsetDays) / 7);

/**
 * Returns the backups to delete. Kept are: of the nightly ones the newest of each of the last 7 days with a backup,
 * then the newest of each of 4 earlier weeks; the last 3 before updates; all made by the owner. Days are in UTC.
 */
export function chooseExpired<Backup extends DatedBackup>(backups: Backup[]): Backup[] {
  const newestFirst = backups.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const nightly = newestFirst.filter((backup) => backup.reason === 'nightly');
  const daily = newestOfEach(nightly, dayOf, dailyKept);
  const older = nightly.filter((backup) => !daily.includes(backup));
  const kept = new Set<Backup>([
    ...newestFirst.filter((backup) => backup.reason === 'manual'),
    ...newestFirst.filter((backup) => backup.reason === 'pre_migration').slice(0, preMigrationKept),
    ...daily,
    ...newestOfEach(older, weekOf, weeklyKept),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup));
}

const longestKeptDays = dailyKept + 7 * (weeklyKept + 1);

/**
 * Returns the time until which a backup is kept at most (UTC text) while a backup is made every night; null for backups
 * that stay until a person deletes them or later updates replace them.
 */
export const keptUntil = ({ createdAt, reason }: DatedBackup): string | null =>
  reason === 'nightly' ? new Date(Date.parse(createdAt) + longestKeptDays * dayMs).toISOString() : null;

function newestOfEach<Backup extends DatedBackup>(
  newestFirst: Backup[],
  periodOf: (createdAt: string) => number,
  count: number,
): Backup[] {
  const newest = new Map<number, Backup>();
  for (const backup of newestFirst) {
    const period = periodOf(backup.createdAt);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, count);
}

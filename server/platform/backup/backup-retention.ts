import { dayMs } from '../durations.ts';
/** Why a backup was made: every night, by the owner's button, or before an update changed the data. */
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
/** 1 January 1970 was a Thursday: weeks begin on Monday. */
const mondayOffsetDays = 3;

const dayOf = (createdAt: string): number => Math.floor(Date.parse(createdAt) / dayMs);
const weekOf = (createdAt: string): number => Math.floor((dayOf(createdAt) + mondayOffsetDays) / 7);

/**
 * The backups that may go. Of the nightly ones the newest of each of the last 7 days that have one stay, of the older
 * ones the newest of each of 4 weeks, of those before updates the last 3; those that the owner made by hand stay until she
 * deletes them. Days are UTC's.
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

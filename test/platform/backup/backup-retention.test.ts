import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BackupReason, chooseExpired } from '../../../server/platform/backup/backup-retention.ts';

const dayMs = 24 * 3_600_000;
const start = Date.parse('2026-01-01T03:00:00.000Z');

const at = (ms: number, reason: BackupReason = 'nightly') => ({
  name: `${ms} ${reason}`,
  createdAt: new Date(start + ms).toISOString(),
  reason,
});

const Backups = fc.uniqueArray(
  fc.record({
    ms: fc.integer({ min: 0, max: 200 * dayMs }),
    reason: fc.constantFrom<BackupReason>('nightly', 'manual', 'pre_migration'),
  }),
  { maxLength: 80, selector: ({ ms }) => ms },
);

test('keeps the newest backups of 7 days and 4 weeks, 3 before updates and all manual ones', () => {
  fc.assert(
    fc.property(Backups, (drafts) => {
      const all = drafts.map(({ ms, reason }) => at(ms, reason));
      const expired = chooseExpired(all);
      const kept = all.filter((backup) => !expired.includes(backup));
      const of = (list: typeof all, reason: BackupReason) =>
        list.filter((backup) => backup.reason === reason).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));

      expect(of(expired, 'manual')).toEqual([]);
      expect(of(kept, 'pre_migration')).toEqual(of(all, 'pre_migration').slice(0, 3));
      const nightly = of(all, 'nightly');
      const keptNightly = of(kept, 'nightly');
      expect(keptNightly[0]).toEqual(nightly[0]);
      const days = [...new Set(nightly.map(({ createdAt }) => createdAt.slice(0, 10)))];
      const newestOfDays = days.slice(0, 7).map((day) => nightly.find(({ createdAt }) => createdAt.startsWith(day)));
      expect(keptNightly).toEqual(expect.arrayContaining(newestOfDays));
      expect(keptNightly.length).toBeLessThanOrEqual(7 + 4);
      // Once chosen, nothing more goes.
      expect(chooseExpired(kept)).toEqual([]);
    }),
  );
});

test('keeps seven daily and four weekly backups after half a year of nightly ones', () => {
  let present: ReturnType<typeof at>[] = [];
  for (let night = 0; night < 180; night++) {
    present.push(at(night * dayMs));
    const expired = chooseExpired(present);
    present = present.filter((backup) => !expired.includes(backup));
  }
  const ages = present.map(({ createdAt }) => 179 - (Date.parse(createdAt) - start) / dayMs).sort((a, b) => a - b);
  expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // 29 June 2026 is a Monday. Older than the seven days: the Monday before, and the Sundays of the three weeks before it.
  expect(ages.slice(7)).toEqual([7, 8, 15, 22]);
});

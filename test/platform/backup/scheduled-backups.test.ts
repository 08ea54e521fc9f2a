import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { largestFileBytes } from '../../../server/platform/backup/folder-contents.ts';
import { estimateBackupBytes, lastTimeAt } from '../../../server/platform/backup/scheduled-backups.ts';
import { startApp } from '../../support/server/app.ts';

test('the room for a backup includes the workbooks that it copies, and none that are too large', async () => {
  const { app, home } = await startApp();
  const before = await estimateBackupBytes(app.platform);
  await mkdir(join(home, 'spreadsheets'));
  for (const [name, bytes] of Object.entries({ 'large.csv': largestFileBytes, 'huge.csv': 4 * largestFileBytes })) {
    await writeFile(join(home, 'spreadsheets', name), '');
    await truncate(join(home, 'spreadsheets', name), bytes);
  }
  const added = (await estimateBackupBytes(app.platform)) - before;
  expect(added).toBeGreaterThanOrEqual(largestFileBytes);
  expect(added).toBeLessThan(2 * largestFileBytes);
});

test.each([
  // São Paulo is three hours behind UTC.
  ['America/Sao_Paulo', 3, '2026-11-21T05:59:59.000Z', '2026-11-20T06:00:00.000Z'],
  ['America/Sao_Paulo', 3, '2026-11-21T06:00:00.000Z', '2026-11-21T06:00:00.000Z'],
  ['America/Sao_Paulo', 0, '2026-11-21T02:00:00.000Z', '2026-11-20T03:00:00.000Z'],
  ['Asia/Kolkata', 3, '2026-11-20T21:30:00.000Z', '2026-11-20T21:30:00.000Z'],
  // Lisbon: the hour from 1 to 2 of 29 March 2026 is left out, that of 25 October comes twice.
  ['Europe/Lisbon', 1, '2026-03-29T12:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  ['Europe/Lisbon', 1, '2026-10-25T12:00:00.000Z', '2026-10-25T00:00:00.000Z'],
  // The night before the one that skips the hour has it.
  ['America/New_York', 2, '2026-03-08T05:30:00.000Z', '2026-03-07T07:00:00.000Z'],
  ['America/New_York', 2, '2026-03-08T07:00:00.000Z', '2026-03-08T07:00:00.000Z'],
])('in %s the last %i o’clock before %s was %s', (timezone, hour, now, expected) => {
  expect(lastTimeAt(hour, timezone, new Date(now))).toBe(expected);
});

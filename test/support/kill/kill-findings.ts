import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';

/** What a suite of faults found. Each text names one thing that went wrong. */
export interface Findings {
  /** Acknowledged and not there. */
  lost: string[];
  /** There more than once. */
  doubled: string[];
  /** Left behind by a server that has ended. */
  leaked: string[];
}

/** Holds what is there against what was acknowledged; what is there without is neither lost nor doubled. */
export function compare(acknowledged: string[], found: string[]): Pick<Findings, 'lost' | 'doubled'> {
  const counts = new Map<string, number>();
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  return {
    lost: acknowledged.filter((one) => !counts.has(one)),
    doubled: [...counts].flatMap(([one, count]) => (count > 1 ? [one] : [])),
  };
}

/** Uploads that were cut off, and jobs that nobody runs any more and nobody else may take. */
export function findLeaks(home: string): string[] {
  const temporary = join(home, 'tmp');
  const handle = openSqlite(databaseFile(home));
  const running = handle.prepare("select name from jobs where status = 'RUNNING'").pluck().all() as string[];
  handle.close();
  return [...(existsSync(temporary) ? readdirSync(temporary) : []), ...running];
}

/** The findings as the numbers of a row of the table. */
export const countFindings = ({ lost, doubled, leaked }: Findings) => ({
  lost: lost.length,
  doubled: doubled.length,
  leaked: leaked.length,
});

export const nothingFound: Findings = { lost: [], doubled: [], leaked: [] };

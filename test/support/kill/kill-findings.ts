import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';

/** Findings of a fault suite; each text describes one. */
export interface Findings {
  /** Acknowledged but missing. */
  lost: string[];
  /** Present more than once. */
  doubled: string[];
  /** Left behind by an ended server. */
  leaked: string[];
}

/** Compares what exists with what was acknowledged; unacknowledged entries are neither lost nor doubled. */
export function compare(acknowledged: string[], found: string[]): Pick<Findings, 'lost' | 'doubled'> {
  const counts = new Map<string, number>();
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  return {
    lost: acknowledged.filter((one) => !counts.has(one)),
    doubled: [...counts].flatMap(([one, count]) => (count > 1 ? [one] : [])),
  };
}

/** Returns interrupted uploads, and jobs that nobody runs and nobody else may claim. */
export function findLeaks(home: string): string[] {
  const temporary = join(home, 'tmp');
  const handle = openSqlite(databaseFile(home));
  const running = handle.prepare("select name from jobs where status = 'RUNNING'").pluck().all() as string[];
  handle.close();
  return [...(existsSync(temporary) ? readdirSync(temporary) : []), ...running];
}

/** The findings as numbers of a table row. */
export const countFindings = ({ lost, doubled, leaked }: Findings) => ({
  lost: lost.length,
  doubled: doubled.length,
  leaked: leaked.length,
});

export const nothingFound: Findings = { lost: [], doubled: [], leaked: [] };

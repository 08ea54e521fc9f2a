import { sql } from 'kysely';
import type { Db, Row, Table } from '../database/database.ts';
import { dayMs } from '../durations.ts';
import type { Retention } from './retention.ts';
import type { PartKind, StoppedPart } from './stopped-parts.ts';

declare module '../database/database.ts' {
  interface Tables {
    /** Failures of parts whose own records show none. */
    failing_parts: Table<'failing_parts', { part: PartKind }>;
  }
}

/** One part, or one record of it; `workspaceId` is null for what the installation has once. */
export interface FailingPart {
  workspaceId: string | null;
  part: PartKind;
  /** Id of the record, or empty. */
  subject: string;
}

/** A failure that may pass is reported when it has come so often without a success. */
const surelyStopped = 3;
const shownForMs = 7 * dayMs;

/** Records a failure. `isSure`: only a person can end it, as with a wrong key, so that it is reported at once. */
export async function noteFailure(
  db: Db,
  { workspaceId, part, subject }: FailingPart,
  { reason, isSure, now }: { reason: string; isSure: boolean; now: string },
): Promise<void> {
  const times = isSure ? surelyStopped : 1;
  await db
    .insertInto('failing_parts')
    .values({ workspace_id: workspaceId, part, subject, reason, times, since: now, last_at: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`coalesce(workspace_id, ''), part, subject`)
        .doUpdateSet({ reason, last_at: now, times: sql<number>`times + ${times}` }),
    )
    .execute();
}

/** Ends what `noteFailure` recorded. */
export async function noteSuccess(db: Db, { workspaceId, part, subject }: FailingPart): Promise<void> {
  await db
    .deleteFrom('failing_parts')
    .where(sql<string>`coalesce(workspace_id, '')`, '=', workspaceId ?? '')
    .where('part', '=', part)
    .where('subject', '=', subject)
    .execute();
}

/** Returns true if a failure is recorded; a success writes only then. */
export async function isFailing(db: Db, { workspaceId, part, subject }: FailingPart): Promise<boolean> {
  const row = await db
    .selectFrom('failing_parts')
    .select('part')
    .where(sql<string>`coalesce(workspace_id, '')`, '=', workspaceId ?? '')
    .where('part', '=', part)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest failure of each kind in the last seven days, with the number of records that failed. */
export async function listFailingParts(db: Db, workspaceId: string, now: string): Promise<StoppedPart[]> {
  const rows = await db
    .selectFrom('failing_parts')
    .selectAll()
    .where(sql<string>`coalesce(workspace_id, '')`, 'in', ['', workspaceId])
    .where('times', '>=', surelyStopped)
    .where('last_at', '>=', new Date(Date.parse(now) - shownForMs).toISOString())
    .orderBy('last_at', 'desc')
    .execute();
  return [...Map.groupBy(rows, ({ part }) => part).values()].map(toStopped);
}

function toStopped(rows: Row<'failing_parts'>[]): StoppedPart {
  const [newest] = rows as [Row<'failing_parts'>];
  const since = rows.reduce((first, row) => (row.since < first ? row.since : first), newest.since);
  const { part, subject, reason } = newest;
  return { part, id: subject || null, name: null, state: 'failing', since, reason, count: rows.length };
}

export const failingPartsRetention: Retention = {
  table: 'failing_parts',
  by: 'last_at',
  keepMs: shownForMs,
  key: ['seq'],
};

import { countRows, type Db, type Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { Work } from '../../../platform/work/work.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    conversation_waits: Table<'conversation_waits', { kind: WaitKind }>;
  }
}

/** For what a customer waited: any answer, or that of a person. */
export type WaitKind = 'ANSWER' | 'PERSON';

const insertWait = prepareQuery((db, workspaceId: string, kind: WaitKind, answeredAt: string, waitedMs: number) =>
  db
    .insertInto('conversation_waits')
    .values({ workspace_id: workspaceId, kind, answered_at: answeredAt, waited_ms: waitedMs }),
);

const deleteWait = prepareQuery((db, workspaceId: string, kind: WaitKind, answeredAt: string, waitedMs: number) =>
  db
    .deleteFrom('conversation_waits')
    .where(({ eb, selectFrom }) =>
      eb(
        'seq',
        '=',
        selectFrom('conversation_waits')
          .select('seq')
          .where('workspace_id', '=', workspaceId)
          .where('kind', '=', kind)
          .where('answered_at', '=', answeredAt)
          .where('waited_ms', '=', waitedMs)
          .limit(1),
      ),
    ),
);

/** Keeps how long a customer waited who is answered now. */
export function recordWait(
  { db, workspace, now }: Pick<Work, 'db' | 'workspace' | 'now'>,
  kind: WaitKind,
  since: string,
): void {
  insertWait(db, workspace.id, kind, now, lengthMs(since, now)).run();
}

/** Deletes what `recordWait` has kept of a wait that has not ended after all. */
export function forgetWait({ db, workspace }: Work, kind: WaitKind, since: string, answeredAt: string): void {
  deleteWait(db, workspace.id, kind, answeredAt, lengthMs(since, answeredAt)).run();
}

const lengthMs = (since: string, until: string): number => Math.max(0, Date.parse(until) - Date.parse(since));

/** The median of the waits that ended in [from, to), UTC text; null without any. */
export async function readMedianWait(
  db: Db,
  workspaceId: string,
  kind: WaitKind,
  { from, to }: { from: string; to: string },
): Promise<{ count: number; medianMs: number | null }> {
  const ended = db
    .selectFrom('conversation_waits')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .where('answered_at', '>=', from)
    .where('answered_at', '<', to);
  const count = countRows(db, ended);
  if (count === 0) return { count, medianMs: null };
  const middle = await ended
    .select('waited_ms')
    .orderBy('waited_ms')
    .offset(Math.floor((count - 1) / 2))
    .limit(2 - (count % 2))
    .execute();
  return { count, medianMs: Math.round(middle.reduce((sum, row) => sum + row.waited_ms, 0) / middle.length) };
}

import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { dayOf } from '../../platform/text/days.ts';
import type { Work } from '../../platform/work/work.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    conversation_counters: { workspace_id: string; day: string; kind: CounterKind; count: number };
  }
}

export const counterKinds = ['opened', 'received', 'sent', 'resolved', 'handedOff'] as const;
export type CounterKind = (typeof counterKinds)[number];

const addOne = prepareQuery((db, workspace_id: string, day: string, kind: string) =>
  db
    .insertInto('conversation_counters')
    .values({ workspace_id, day, kind: kind as CounterKind, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'day', 'kind'])
        .doUpdateSet({ count: sql<number>`conversation_counters.count + 1` }),
    ),
);

/** Increments a counter of today in the workspace's time zone, in the transaction of the counted change. */
export async function count(work: Work, kind: CounterKind): Promise<void> {
  addOne(work.db, work.workspace.id, dayOf(work.workspace.timezone, work.now), kind).run();
}

/** Reads the counters of the days since `from` (YYYY-MM-DD), by day: `counts.get(day)?.received`. */
export async function readCounts(
  db: Db,
  workspaceId: string,
  from: string,
): Promise<Map<string, Partial<Record<CounterKind, number>>>> {
  const rows = await db
    .selectFrom('conversation_counters')
    .select(['day', 'kind', 'count'])
    .where('workspace_id', '=', workspaceId)
    .where('day', '>=', from)
    .execute();
  const days = new Map<string, Partial<Record<CounterKind, number>>>();
  for (const row of rows) days.set(row.day, { ...days.get(row.day), [row.kind]: row.count });
  return days;
}

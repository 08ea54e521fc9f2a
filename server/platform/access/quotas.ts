import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Table } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { Problem } from '../problem.ts';
import type { Work } from '../work/work.ts';
import { type Quota, quotaExceeded, quotaWarning } from './events.ts';
import type { LimitKind } from './workspaces.ts';

declare module '../database/database.ts' {
  interface Tables {
    usage_counters: Table<
      'usage_counters',
      {
        kind: LimitKind;
        warned: 0 | 1;
        exceeded: 0 | 1;
      }
    >;
  }
}

/** The part of a limit at whose use the owner is warned. */
export const warnAt = 0.8;

const periodOf = (kind: LimitKind, now: string): string => (kind === 'messagesPerMonth' ? now.slice(0, 7) : 'total');

const addUse = prepareQuery((db, workspace_id: string, kind: string, period: string, first: number, amount: number) =>
  db
    .insertInto('usage_counters')
    .values({ workspace_id, kind: kind as LimitKind, period, used: first, warned: 0, exceeded: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'kind', 'period'])
        .doUpdateSet({ used: sql<number>`max(0, usage_counters.used + ${amount})` }),
    )
    .returning(['used', 'warned', 'exceeded']),
);

/**
 * Counts `amount` more of a kind and refuses with `quota_exceeded` what goes over the workspace's limit.
 * `force` counts without refusing: what a customer sends is never turned away. Events at 80 % and 100 %, once a period.
 */
export async function consumeQuota(
  work: Work,
  kind: LimitKind,
  amount = 1,
  { force = false }: { force?: boolean } = {},
): Promise<void> {
  const limit = work.workspace.limits[kind];
  const period = periodOf(kind, work.now);
  const row = addUse(work.db, work.workspace.id, kind, period, Math.max(0, amount), amount).first();
  if (row === undefined || limit === undefined || amount <= 0) return;
  if (row.used > limit && !force) {
    throw new Problem('quota_exceeded', `This workspace may use ${limit} of ${kind}, and they are used up.`);
  }
  const data = { kind, period, used: row.used, limit };
  if (row.used >= limit * warnAt && row.warned === 0) await announce(work, kind, period, 'warned', data);
  if (row.used >= limit && row.exceeded === 0) await announce(work, kind, period, 'exceeded', data);
}

/** Gives back what a deletion frees. */
export const releaseQuota = (work: Work, kind: LimitKind, amount = 1): Promise<void> =>
  consumeQuota(work, kind, -amount);

async function announce(
  work: Work,
  kind: LimitKind,
  period: string,
  flag: 'warned' | 'exceeded',
  data: z.infer<typeof Quota>,
): Promise<void> {
  await work.db
    .updateTable('usage_counters')
    .set({ [flag]: 1 })
    .where('workspace_id', '=', work.workspace.id)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .execute();
  await work.emit(flag === 'warned' ? quotaWarning : quotaExceeded, data);
}

export interface Usage {
  kind: LimitKind;
  period: string;
  used: number;
}

/** What the workspace uses now: totals, and this month's messages. */
export async function readUsage(db: Db, workspaceId: string, now: string): Promise<Usage[]> {
  return db
    .selectFrom('usage_counters')
    .select(['kind', 'period', 'used'])
    .where('workspace_id', '=', workspaceId)
    .where('period', 'in', ['total', now.slice(0, 7)])
    .execute();
}

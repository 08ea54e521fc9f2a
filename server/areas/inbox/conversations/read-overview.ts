import type { z } from 'zod';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { lastDays } from '../../../platform/text/days.ts';
import { type CounterKind, counterKinds, readCounts } from '../counters.ts';
import { countByStatus } from '../store.ts';
import type { ConversationOverview } from './overview.schemas.ts';

const days = 7;

/** Reads seven days from counters that the writes maintain; reads no message. */
export async function readOverview(
  db: Db,
  workspace: Workspace,
  now: string,
): Promise<z.input<typeof ConversationOverview>> {
  const all = lastDays(workspace.timezone, now, 2 * days);
  const counts = await readCounts(db, workspace.id, all[0] as string);
  const measure = (kind: CounterKind) => {
    const values = all.map((day) => counts.get(day)?.[kind] ?? 0);
    const sparkline = values.slice(days);
    const total = sum(sparkline);
    const previous = sum(values.slice(0, days));
    const growthPercent = previous === 0 ? null : Math.round(((total - previous) / previous) * 1_000) / 10;
    return { total, previous, growthPercent, sparkline };
  };
  const metrics = Object.fromEntries(counterKinds.map((kind) => [kind, measure(kind)]));
  return {
    from: all[days] as string,
    to: all.at(-1) as string,
    timezone: workspace.timezone,
    metrics: metrics as Record<CounterKind, ReturnType<typeof measure>>,
    byStatus: await countByStatus(db, workspace.id),
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

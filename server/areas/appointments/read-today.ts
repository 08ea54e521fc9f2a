import type { Db } from '../../platform/database/database.ts';
import { activeStatuses } from './store.ts';

export interface NextAppointment {
  id: string;
  title: string;
  clientName: string | null;
  startTime: string;
}

/** How many appointments start in [from, to), UTC text, without those that were cancelled. */
export async function countAppointments(
  db: Db,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('start_time', '>=', from)
    .where('start_time', '<', to)
    .where('status', '!=', 'CANCELLED')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The next active appointment of the shop that starts at `now` (UTC text) or later. */
export async function findNextAppointment(db: Db, workspaceId: string, now: string): Promise<NextAppointment | null> {
  const firsts = await Promise.all(
    activeStatuses.map((status) =>
      db
        .selectFrom('appointments')
        .select(['id', 'title', 'client_name as clientName', 'start_time as startTime'])
        .where('workspace_id', '=', workspaceId)
        .where('status', '=', status)
        .where('start_time', '>=', now)
        .orderBy('start_time')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const [next] = firsts.flatMap((row) => row ?? []).sort((a, b) => a.startTime.localeCompare(b.startTime));
  return next ?? null;
}

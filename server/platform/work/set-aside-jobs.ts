import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { Item } from '../running/running-board.ts';
import type { SetAsideHandler } from '../running/suspects.ts';
import type { JobTable } from './job-table.ts';
import type { Job } from './jobs.ts';

const error = 'The server died in it too often: it was set aside';

/**
 * Takes a job in which the process has died too often out of the way; one without an end is never cleaned away. Its
 * content is touched only afterwards.
 */
export async function setAsideJob(
  platform: Platform,
  job: Job<never> | undefined,
  row: Selectable<JobTable>,
  item: Item,
): Promise<void> {
  const { clock, database, log, running } = platform;
  log.error({ job: row.name, id: row.id }, 'job set aside');
  await database.write(async (db) => {
    const now = clock.now().toISOString();
    await running.suspects.setAside(db, item, now);
    const set = { status: 'FAILED', error, updated_at: now } as const;
    await db.updateTable('jobs').set(set).where('id', '=', row.id).execute();
  });
  try {
    const input = job?.input.parse(JSON.parse(row.input)) as never;
    await job?.setAside?.({ platform, workspaceId: row.workspace_id, input });
  } catch (cause) {
    log.error({ job: row.name, id: row.id, err: cause }, 'nobody was told that the job was set aside');
  }
}

/** The key ends with the job's id. */
const change = (db: Db, key: string, changes: Updateable<JobTable>) =>
  db
    .updateTable('jobs')
    .set(changes)
    .where('id', '=', key.split(' ').at(-1) ?? '')
    .where('status', '=', 'FAILED')
    .execute();

export const setAsideJobs: SetAsideHandler = {
  retry: async (db, key) => void (await change(db, key, { status: 'PENDING', error: null })),
  discard: async (db, key, now) => void (await change(db, key, { finished_at: now })),
};

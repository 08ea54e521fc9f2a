import type { Updateable } from 'kysely';
import type { Db, Row, Tables } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { Item } from '../running/running-board.ts';
import type { SetAsideHandler } from '../running/suspects.ts';
import type { Job } from './jobs.ts';

const error = 'Set aside: the server died in it too often';

/**
 * Sets aside a job in which the process died too often; without `finished_at`, retention never deletes it. The job's
 * input is only parsed afterwards, since it may be what kills the process.
 */
export async function setAsideJob(
  platform: Platform,
  job: Job<never> | undefined,
  row: Row<'jobs'>,
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
    log.error({ job: row.name, id: row.id, err: cause }, 'setAside of the job failed');
  }
}

/** The last word of the key is the job's id. */
const change = (db: Db, key: string, changes: Updateable<Tables['jobs']>) =>
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

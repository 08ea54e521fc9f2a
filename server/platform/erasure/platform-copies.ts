import { unindexed } from '../database/prepared-query.ts';
import type { Work } from '../work/work.ts';
import type { MarkedCopies } from './marked-copies.ts';

/**
 * The event log, without kinds that contain nothing but ids. A reader of the log continues with the next event, since
 * gaps between the numbers are usual.
 */
export const eventCopies = (exceptKinds: string[]): MarkedCopies => ({
  name: 'events',
  async read(_platform, db, { workspaceId, after, until, limit }) {
    const rows = await db
      .selectFrom('events')
      .select(['seq', 'data', 'previous'])
      .where(unindexed('workspace_id'), '=', workspaceId)
      .where('seq', '>', Number(after ?? 0))
      .where(unindexed('occurred_at'), '<=', until)
      .where('type', 'not in', exceptKinds)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ seq, data, previous }) => ({ key: seq, texts: [data, previous] }));
  },
  async erase(work, keys) {
    const events = await work.db
      .deleteFrom('events')
      .where('seq', 'in', keys as number[])
      .returning(['seq', 'id'])
      .execute();
    await work.db
      .deleteFrom('held_events')
      .where('event_seq', 'in', keys as number[])
      .execute();
    for (const follow of work.provided('eventsErased')) await follow(work, events);
  },
});

/** Jobs: pending jobs are dropped; other jobs keep their key, which blocks a second copy in the queue. */
export const jobCopies: MarkedCopies = {
  name: 'jobs',
  async read(_platform, db, { workspaceId, after, until, limit }) {
    const rows = await db
      .selectFrom('jobs')
      .select(['id', 'input'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', String(after ?? ''))
      .where('created_at', '<=', until)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, input }) => ({ key: id, texts: [input] }));
  },
  async erase({ db }: Work, keys) {
    const ids = keys as string[];
    await db.deleteFrom('jobs').where('id', 'in', ids).where('status', '=', 'PENDING').execute();
    await db.updateTable('jobs').set({ input: '{}', error: null }).where('id', 'in', ids).execute();
  },
};

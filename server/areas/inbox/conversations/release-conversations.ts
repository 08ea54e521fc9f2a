import { z } from 'zod';
import { hasLeft, releaseFrom } from '../../../platform/access/answerers.ts';
import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../../platform/database/prepared-query.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countIn } from '../../../platform/running/steps.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { conversationUpdated } from '../events.ts';
import { findConversation, toConversation } from '../store.ts';

const announcedAtOnce = 200;

const releaseRows = prepareQuery((db, workspaceId: string, userId: string, now: string) =>
  db
    .updateTable('conversations')
    .set({ assigned_to: null, assigned_to_user_id: null, updated_at: now })
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('assigned_to_user_id', '=', userId)
    .where('status', '<>', 'RESOLVED')
    .returning('id'),
);

/**
 * Unassigns the open conversations of a person or key in one statement: their customers wait for everybody at once.
 * RESOLVED conversations keep their assignee as history.
 */
export async function releaseConversations(work: Work, userId: string): Promise<void> {
  // It must not fail for having too many of them.
  const rows = countIn(null, () => releaseRows(work.db, work.workspace.id, userId, work.now).all());
  const ids = rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += announcedAtOnce) {
    await work.enqueue(announceReleased, { ids: ids.slice(start, start + announcedAtOnce) });
  }
}

/** Emits the events of conversations that were released, and calls everybody to the customers who wait in them. */
export const announceReleased = defineJob({
  name: 'announce released conversations',
  input: z.object({ ids: z.array(z.string()) }),
  forgetWhenDone: true,
  run:
    async ({ platform, workspaceId, input }) =>
    async ({ db }) => {
      const workspace = await findWorkspace(db, workspaceId ?? '');
      if (!workspace) return;
      const work = platform.workIn(db, workspace, systemActor);
      for (const id of input.ids) await announce(work, id);
    },
});

async function announce(work: Work, id: string): Promise<void> {
  const row = await findConversation(work.db, work.workspace.id, id);
  // Somebody took it meanwhile, which was announced.
  if (!row || row.assigned_to_user_id !== null) return;
  await work.emit(conversationUpdated, toConversation(row, work.now));
  if (row.waiting_since === null || row.snoozed_until !== null) return;
  for (const call of work.provided('customerWaits')) await call(work, row);
}

const selectNextAssigned = prepareQuery((db, after: string) =>
  db
    .selectFrom('conversations')
    .select((row) => row.fn.min('assigned_to_user_id').as('id'))
    .where('assigned_to_user_id', '>', after)
    .where('status', '<>', 'RESOLVED'),
);

/**
 * Releases what belongs to keys that expired or were revoked on the command line, and to people who left before the undo
 * of a join gave it back to them. Takes one look into an index for each of the people and keys that have conversations.
 */
export async function releaseAllLost(platform: Platform): Promise<void> {
  const { read } = platform.database;
  const now = platform.clock.now().toISOString();
  for (let id = nextAssigned(read, ''); id !== null; id = nextAssigned(read, id)) {
    const lost = id;
    if (await hasLeft(read, lost, now)) await platform.write(({ db }) => releaseFrom(platform, db, systemActor, lost));
  }
}

const nextAssigned = (db: Db, after: string): string | null => selectNextAssigned(db, after).first()?.id ?? null;

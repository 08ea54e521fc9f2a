import type { Db } from '../../platform/database/database.ts';
import type { ReactionEvent } from './vendor-event.ts';

const mostAtOnce = 200;

/** A reaction whose message is not here. */
export interface UnclaimedReaction {
  seq: number;
  channelId: string;
  workspaceId: string;
  event: ReactionEvent;
}

/** Lists reactions that have waited for their message since that time or longer (UTC text), 200 at most. */
export async function listUnclaimedReactions(db: Db, until: string): Promise<UnclaimedReaction[]> {
  const rows = await db
    .selectFrom('provider_events')
    .select(['seq', 'channel_id', 'workspace_id', 'payload'])
    .where('state', '=', 'WAITING')
    .where('kind', '=', 'reaction')
    .where('received_at', '<=', until)
    .orderBy('seq')
    .limit(mostAtOnce)
    .execute();
  return rows.map(({ seq, channel_id: channelId, workspace_id: workspaceId, payload }) => {
    return { seq, channelId, workspaceId, event: JSON.parse(payload) as ReactionEvent };
  });
}

/** Marks an event that waits as handled. Returns false if it no longer waits. */
export async function takeUnclaimed(db: Db, seq: number): Promise<boolean> {
  const change = db.updateTable('provider_events').set({ state: 'DONE', waits_for: null }).where('seq', '=', seq);
  const { numUpdatedRows } = await change.where('state', '=', 'WAITING').executeTakeFirst();
  return numUpdatedRows > 0;
}

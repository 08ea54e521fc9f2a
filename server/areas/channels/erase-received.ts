import { unindexed } from '../../platform/database/prepared-query.ts';
import type { MarkedCopies } from '../../platform/erasure/marked-copies.ts';
import type { Work } from '../../platform/work/work.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called before a person's messages are erased, so that the driver erases its copies. */
    messagesErased: (work: Work, channelId: string, providerMessageIds: string[]) => Promise<void>;
  }
}

/**
 * Events of vendors. The row stays without its content, so that a repeat of the event is recognized. An event that is
 * not handled yet is dropped.
 */
export const receivedCopies: MarkedCopies = {
  name: 'received events',
  async read(_platform, db, { workspaceId, after, until, limit }) {
    const rows = await db
      .selectFrom('provider_events')
      .select(['seq', 'payload'])
      .where('workspace_id', '=', workspaceId)
      .where('seq', '>', Number(after ?? 0))
      .where(unindexed('received_at'), '<=', until)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ seq, payload }) => ({ key: seq, texts: [payload] }));
  },
  async erase({ db, workspace }, keys) {
    await db
      .updateTable('provider_events')
      .set({ payload: '{}', state: 'DONE', waits_for: null, error: null })
      .where('workspace_id', '=', workspace.id)
      .where('seq', 'in', keys as number[])
      .execute();
  },
};

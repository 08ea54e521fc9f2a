import { unindexed } from '../../platform/database/prepared-query.ts';
import type { MarkedCopies } from '../../platform/erasure/marked-copies.ts';
import type { Work } from '../../platform/work/work.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called before messages are erased with their person, so that the driver's copies of them go too. */
    messagesErased: (work: Work, channelId: string, providerMessageIds: string[]) => Promise<void>;
  }
}

/**
 * Events of vendors. The row stays without its content, which recognizes a repeat of the event. An event that was not
 * handled yet is dropped.
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

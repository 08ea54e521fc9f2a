import { deleteRowsIn } from '../../../platform/database/workspace-rows.ts';
import type { MarkedCopies } from '../../../platform/erasure/marked-copies.ts';

/** Runs without a conversation: their variables may name a person. A conversation's runs are deleted with it. */
export const runCopies: MarkedCopies = {
  name: 'runs',
  async read(_platform, db, { workspaceId, after, until, limit }) {
    const rows = await db
      .selectFrom('flow_runs')
      .select(['seq', 'variables', 'effect'])
      .where('workspace_id', '=', workspaceId)
      .where('conversation_id', 'is', null)
      .where('seq', '>', Number(after ?? 0))
      .where('created_at', '<=', until)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ seq, variables, effect }) => ({ key: seq, texts: [variables, effect] }));
  },
  async erase({ db, workspace }, keys) {
    await deleteRowsIn(db, 'flow_runs', workspace.id, 'seq', keys as number[]);
  },
};

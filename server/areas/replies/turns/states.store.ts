import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { updateRows } from '../../../platform/database/workspace-rows.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    /** The reply state of a conversation. */
    reply_states: Table<'reply_states', { has_greeted: 0 | 1 }>;
  }
}

type StateRow = Row<'reply_states'>;
export type ReplyState = Pick<
  StateRow,
  'has_greeted' | 'misses_in_a_row' | 'told_closed_until' | 'counted_day' | 'proposal'
>;

const selectState = prepareQuery((db, workspaceId: string, conversationId: string) =>
  db
    .selectFrom('reply_states')
    .select(['has_greeted', 'misses_in_a_row', 'told_closed_until', 'counted_day', 'proposal'])
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId),
);

const blank: ReplyState = {
  ...{ has_greeted: 0, misses_in_a_row: 0, told_closed_until: null },
  ...{ counted_day: null, proposal: null },
};

export const readState = (db: Db, workspaceId: string, conversationId: string): ReplyState =>
  selectState(db, workspaceId, conversationId).first() ?? blank;

const putState = prepareQuery((db, row: StateRow) =>
  db
    .insertInto('reply_states')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet((set) => ({
        has_greeted: set.ref('excluded.has_greeted'),
        misses_in_a_row: set.ref('excluded.misses_in_a_row'),
        told_closed_until: set.ref('excluded.told_closed_until'),
        counted_day: set.ref('excluded.counted_day'),
        proposal: set.ref('excluded.proposal'),
        updated_at: set.ref('excluded.updated_at'),
      })),
    ),
);

export const saveState = (db: Db, row: StateRow): void => {
  putState(db, row).run();
};

/** Resets the state of a resolved conversation, so that the next reply greets again. */
export const resetReplyState = async (db: Db, workspaceId: string, conversationId: string): Promise<void> => {
  const fresh = { has_greeted: 0, misses_in_a_row: 0, proposal: null } as const;
  await updateRows(db, 'reply_states', workspaceId, { conversation_id: conversationId }, fresh);
};

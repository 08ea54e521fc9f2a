import { sql } from 'kysely';
import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { restartWaits } from '../../../platform/work/clock-watch.ts';
import { maySendAgain } from '../../inbox/index.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    reply_turns: Table<
      'reply_turns',
      {
        /** RUNNING: this process decides or sends the reply. DROPPED: no reply; `outcome` has the reason. */
        state: 'PENDING' | 'RUNNING' | 'DONE' | 'DROPPED';
      }
    >;
  }
}

export type TurnRow = Row<'reply_turns'>;

/** The outcome of a turn, set from its beginning, whose messages arrived too late for an agent to answer. */
export const tooLate = 'late_arrival';

/** A reply that was certainly not sent is retried with exponential backoff. */
const mostSends = 5;

/** Returns true if a reply that failed with that code is sent again. */
export const isRetried = ({ attempts }: TurnRow, code: string): boolean => maySendAgain(code) && attempts < mostSends;

const selectWaiting = prepareQuery((db, conversationId: string) =>
  db.selectFrom('reply_turns').selectAll().where('conversation_id', '=', conversationId).where('state', '=', 'PENDING'),
);

export const findWaitingTurn = (db: Db, conversationId: string): TurnRow | null =>
  selectWaiting(db, conversationId).first() ?? null;

const insertRow = prepareQuery((db, row: TurnRow) => db.insertInto('reply_turns').values(row));

export const insertTurn = (db: Db, row: TurnRow): void => {
  insertRow(db, row).run();
};

type Changes = Partial<Omit<TurnRow, 'id' | 'workspace_id' | 'created_at'>>;

const updateRow = prepareQuery((db, id: string, changes: Changes) =>
  db.updateTable('reply_turns').set(changes).where('id', '=', id),
);

export const updateTurn = (db: Db, id: string, changes: Changes): void => {
  updateRow(db, id, changes).run();
};

const selectNext = prepareQuery((db) =>
  db.selectFrom('reply_turns').selectAll().where('state', '=', 'PENDING').orderBy('due_at').limit(64),
);

/** Pending turns, the earliest due first. */
export const listWaitingTurns = (db: Db): TurnRow[] => selectNext(db).all();

const selectById = prepareQuery((db, id: string) => db.selectFrom('reply_turns').selectAll().where('id', '=', id));

export const findTurn = (db: Db, id: string): TurnRow | null => selectById(db, id).first() ?? null;

/**
 * Makes a turn PENDING again. If the customer has written since, merges it into the waiting turn instead.
 */
export function returnTurn(db: Db, turn: TurnRow, changes: Changes, now: string): void {
  const waiting = findWaitingTurn(db, turn.conversation_id);
  if (!waiting) {
    updateTurn(db, turn.id, { due_at: now, ...changes, state: 'PENDING', updated_at: now });
    return;
  }
  const first = Math.min(waiting.first_message_seq, turn.first_message_seq);
  updateTurn(db, waiting.id, { first_message_seq: first, updated_at: now });
  updateTurn(db, turn.id, { state: 'DROPPED', outcome: 'newer_message', updated_at: now });
}

/** Restarts waits that began under a clock that was ahead. */
export const restartTurnWaits = (db: Db, now: string): Promise<void> =>
  restartWaits(db, now, { table: 'reply_turns', due: 'due_at', since: 'updated_at', only: sql`state = 'PENDING'` });

/** Returns the turns that an earlier process left RUNNING. */
export async function recoverTurns(db: Db, now: string): Promise<void> {
  const rows = await db.selectFrom('reply_turns').selectAll().where('state', '=', 'RUNNING').execute();
  for (const turn of rows) returnTurn(db, turn, {}, now);
}

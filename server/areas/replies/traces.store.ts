import type { Db, Row, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { findRowBy } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ReplyDecision, ReplyTrace } from './reply.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    reply_traces: Table<'reply_traces', { kind: ReplyDecision['kind'] }>;
  }
}

export type TraceRow = Row<'reply_traces'>;

const insertRow = prepareQuery((db, row: TraceRow) => db.insertInto('reply_traces').values(row));

type NewTrace = Omit<TraceRow, 'id' | 'workspace_id' | 'trace' | 'created_at' | 'updated_at'> & { trace: ReplyTrace };

/** Stores the trace of a turn in the caller's transaction. */
export function insertTrace({ db, workspace, now, newId }: Work, { trace, ...row }: NewTrace): void {
  const stored = { created_at: now, updated_at: now, trace: JSON.stringify(trace) };
  insertRow(db, { id: newId('trace'), workspace_id: workspace.id, ...row, ...stored }).run();
}

const countSince = prepareQuery((db, conversationId: string, since: string) =>
  db
    .selectFrom('reply_traces')
    .select((build) => build.fn.count<number>('message_id').as('count'))
    .where('conversation_id', '=', conversationId)
    .where('created_at', '>', since),
);

/** The number of messages that agents have sent in a conversation since a time. */
export const countReplies = (db: Db, conversationId: string, since: string): number =>
  countSince(db, conversationId, since).first()?.count ?? 0;

const selectByKey = prepareQuery((db, workspaceId: string, turnKey: string) =>
  db.selectFrom('reply_traces').selectAll().where('workspace_id', '=', workspaceId).where('turn_key', '=', turnKey),
);

export const findTraceOfTurn = (db: Db, workspaceId: string, turnKey: string): TraceRow | null =>
  selectByKey(db, workspaceId, turnKey).first() ?? null;

export const findTraceOfMessage = (db: Db, workspaceId: string, messageId: string): Promise<TraceRow | null> =>
  findRowBy(db, 'reply_traces', workspaceId, { message_id: messageId });

/** The trace of the latest handoff of a conversation. */
export async function findLastHandoff(db: Db, workspaceId: string, conversationId: string): Promise<TraceRow | null> {
  const row = await db
    .selectFrom('reply_traces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'handoff')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

import { type Selectable, sql } from 'kysely';
import type { Db, Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    conversation_waits: WaitTable;
  }
}

/** For what a customer waits: any answer, or that of a person. */
export type WaitKind = 'ANSWER' | 'PERSON';

type WaitTable = Table<'conversation_waits', { kind: WaitKind }>;

type OpenWait = Pick<Selectable<WaitTable>, 'workspace_id' | 'conversation_id' | 'kind' | 'since'>;

const upsertWait = prepareQuery((db, row: OpenWait) =>
  db
    .insertInto('conversation_waits')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'kind'])
        .where('answered_at', 'is', null)
        .doUpdateSet({ since: sql<string>`min(conversation_waits.since, excluded.since)` }),
    ),
);

/** Opens a wait; one that is open already stays, with the earlier beginning. */
export function openWait(db: Db, wait: OpenWait): void {
  upsertWait(db, wait).run();
}

const selectOpen = prepareQuery((db, workspaceId: string, conversationId: string, kind: string) =>
  db
    .selectFrom('conversation_waits')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', kind as WaitKind)
    .where('answered_at', 'is', null),
);

export const findOpenWait = (
  db: Db,
  workspaceId: string,
  conversationId: string,
  kind: WaitKind,
): Selectable<WaitTable> | null => selectOpen(db, workspaceId, conversationId, kind).first() ?? null;

const closeRow = prepareQuery((db, workspaceId: string, seq: number, answeredAt: string, waitedMs: number) =>
  db
    .updateTable('conversation_waits')
    .set({ answered_at: answeredAt, waited_ms: waitedMs })
    .where('workspace_id', '=', workspaceId)
    .where('seq', '=', seq),
);

/** Ends the open wait of a kind, if there is one, and keeps how long it took. */
export function answerWait(db: Db, workspaceId: string, conversationId: string, kind: WaitKind, at: string): void {
  const wait = findOpenWait(db, workspaceId, conversationId, kind);
  if (!wait) return;
  closeRow(db, workspaceId, wait.seq, at, Math.max(0, Date.parse(at) - Date.parse(wait.since))).run();
}

const deleteOpen = prepareQuery((db, workspaceId: string, conversationId: string, kind: string) =>
  db
    .deleteFrom('conversation_waits')
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', kind as WaitKind)
    .where('answered_at', 'is', null),
);

/** Forgets the open wait of a kind: nobody waits any longer, and nobody answered. */
export function dropWait(db: Db, workspaceId: string, conversationId: string, kind: WaitKind): void {
  deleteOpen(db, workspaceId, conversationId, kind).run();
}

const moveRows = prepareQuery((db, workspaceId: string, from: string, to: string) =>
  db
    .updateTable('conversation_waits')
    .set({ conversation_id: to })
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', from),
);

/** Gives the ended waits of one conversation to another. */
export function moveWaits(db: Db, workspaceId: string, from: string, to: string): void {
  moveRows(db, workspaceId, from, to).run();
}

export const waitKinds: readonly WaitKind[] = ['ANSWER', 'PERSON'];

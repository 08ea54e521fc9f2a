import type { z } from 'zod';
import type { Db, Row } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Retention } from '../../../platform/work/retention.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { Note } from './service.schemas.ts';

type NoteRow = Row<'conversation_notes'>;

/** Notes about a conversation; customers never see them. The newest last. */
export const listNotes = (db: Db, workspaceId: string, conversationId: string): Promise<NoteRow[]> =>
  db
    .selectFrom('conversation_notes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .orderBy('seq')
    .execute();

export async function countNotes(db: Db, workspaceId: string, conversationId: string): Promise<number> {
  return (await listNotes(db, workspaceId, conversationId)).length;
}

export async function insertNote(work: Work, conversationId: string, text: string): Promise<NoteRow> {
  return work.db
    .insertInto('conversation_notes')
    .values({
      id: work.newId('note'),
      workspace_id: work.workspace.id,
      conversation_id: conversationId,
      author_id: work.actor.id,
      author_name: work.actor.name,
      text,
      created_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Marks a note as deleted, or restores it with `deletedAt` null. Returns null for an unknown note and for one that is
 * deleted already; to restore twice does nothing.
 */
export async function markNote(
  work: Work,
  conversationId: string,
  id: string,
  deletedAt: string | null,
): Promise<NoteRow | null> {
  const row = await work.db
    .updateTable('conversation_notes')
    .set({ deleted_at: deletedAt })
    .where('workspace_id', '=', work.workspace.id)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .$if(deletedAt !== null, (update) => update.where('deleted_at', 'is', null))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A deleted note can be restored for a day. */
export const noteRetention: Retention = { table: 'conversation_notes', by: 'deleted_at', keepMs: dayMs, key: ['id'] };

export const toNote = (row: NoteRow): z.input<typeof Note> => ({
  id: row.id,
  conversationId: row.conversation_id,
  text: row.text,
  author: { id: row.author_id, name: row.author_name },
  createdAt: row.created_at,
});

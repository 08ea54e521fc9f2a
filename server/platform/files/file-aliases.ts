import type { Table } from '../database/database.ts';
import { deleteRows, insertRow, updateRow } from '../database/workspace-rows.ts';
import type { Work } from '../work/work.ts';

declare module '../database/database.ts' {
  interface Tables {
    file_aliases: Table<'file_aliases'>;
  }
}

/**
 * Makes a name for a file that can stand for another file later. `findFile` and links accept it in place of a file's id;
 * whoever must keep the bytes of today stores the id of the file that `findFile` returns.
 */
export async function createFileAlias(work: Work, fileId: string): Promise<string> {
  const { id } = await insertRow(work.db, 'file_aliases', {
    id: work.newId('falias'),
    workspace_id: work.workspace.id,
    file_id: fileId,
    created_at: work.now,
    updated_at: work.now,
  });
  return id;
}

/** Lets an alias stand for another file. */
export async function pointFileAlias(work: Work, id: string, fileId: string): Promise<void> {
  await updateRow(work.db, 'file_aliases', work.workspace.id, id, { file_id: fileId, updated_at: work.now });
}

/** Deletes an alias; links to it end. The file stays. */
export const deleteFileAlias = (work: Work, id: string): Promise<void> =>
  deleteRows(work.db, 'file_aliases', work.workspace.id, { id });

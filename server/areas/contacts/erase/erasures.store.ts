import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { insertRow } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    contact_erasures: Table<'contact_erasures', { anonymizes_books: 0 | 1 }>;
  }
}

/** An erasure under way. Once the rows are gone, only its marks find the copies. */
export interface Erasure {
  id: string;
  contactIds: string[];
  anonymizesBooks: boolean;
  marks: Set<string>;
  deleted: number;
  deletedAt: string | null;
  copiesErased: number;
  createdAt: string;
}

const toErasure = (row: Row<'contact_erasures'>): Erasure => ({
  id: row.id,
  contactIds: JSON.parse(row.contact_ids),
  anonymizesBooks: row.anonymizes_books === 1,
  marks: new Set(JSON.parse(row.marks)),
  deleted: row.deleted,
  deletedAt: row.deleted_at,
  copiesErased: row.copies_erased,
  createdAt: row.created_at,
});

export async function insertErasure(
  { db, workspace, newId, now }: Work,
  { contactIds, anonymizesBooks, marks }: Pick<Erasure, 'contactIds' | 'anonymizesBooks'> & { marks: string[] },
): Promise<Erasure> {
  const row = await insertRow(db, 'contact_erasures', {
    id: newId('erasure'),
    workspace_id: workspace.id,
    contact_ids: JSON.stringify(contactIds),
    anonymizes_books: anonymizesBooks ? 1 : 0,
    marks: JSON.stringify(marks),
    deleted: 0,
    deleted_at: null,
    copies_erased: 0,
    created_at: now,
  });
  return toErasure(row);
}

export async function findErasure(db: Db, workspaceId: string, id: string): Promise<Erasure | null> {
  const query = db.selectFrom('contact_erasures').selectAll().where('workspace_id', '=', workspaceId);
  const row = await query.where('id', '=', id).executeTakeFirst();
  return row ? toErasure(row) : null;
}

/** Stores the changes of a part; writes the marks, which may be many, only if there are new ones. */
export async function saveErasure(
  { db, workspace }: Work,
  before: Erasure,
  changes: Partial<Pick<Erasure, 'contactIds' | 'marks' | 'deleted' | 'deletedAt' | 'copiesErased'>>,
): Promise<Erasure> {
  const { contactIds, marks, deleted, deletedAt, copiesErased } = changes;
  await db
    .updateTable('contact_erasures')
    .set({
      contact_ids: contactIds && JSON.stringify(contactIds),
      marks: marks && marks.size > before.marks.size ? JSON.stringify([...marks]) : undefined,
      deleted,
      deleted_at: deletedAt,
      copies_erased: copiesErased,
    })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', before.id)
    .execute();
  return { ...before, ...changes };
}

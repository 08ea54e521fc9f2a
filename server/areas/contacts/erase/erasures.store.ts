import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { insertRow, updateRow } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    contact_erasures: Table<'contact_erasures', { anonymizes_books: 0 | 1 }>;
  }
}

/** An erasure under way. Its marks are the only thing that still finds the copies once the rows are gone. */
export interface Erasure {
  id: string;
  contactIds: string[];
  anonymizesBooks: boolean;
  marks: Set<string>;
  deleted: number;
  deletedAt: string | null;
  copiesErased: number;
}

const toErasure = (row: Row<'contact_erasures'>): Erasure => ({
  id: row.id,
  contactIds: JSON.parse(row.contact_ids),
  anonymizesBooks: row.anonymizes_books === 1,
  marks: new Set(JSON.parse(row.marks)),
  deleted: row.deleted,
  deletedAt: row.deleted_at,
  copiesErased: row.copies_erased,
});

const toColumns = ({
  contactIds,
  marks,
  deleted,
  deletedAt,
  copiesErased,
}: Omit<Erasure, 'id' | 'anonymizesBooks'>) => ({
  contact_ids: JSON.stringify(contactIds),
  marks: JSON.stringify([...marks]),
  deleted,
  deleted_at: deletedAt,
  copies_erased: copiesErased,
});

export async function insertErasure(
  { db, workspace, newId, now }: Work,
  { contactIds, anonymizesBooks }: Pick<Erasure, 'contactIds' | 'anonymizesBooks'>,
): Promise<Erasure> {
  const start = { contactIds, marks: new Set<string>(), deleted: 0, deletedAt: null, copiesErased: 0 };
  const row = await insertRow(db, 'contact_erasures', {
    ...toColumns(start),
    id: newId('erasure'),
    workspace_id: workspace.id,
    anonymizes_books: anonymizesBooks ? 1 : 0,
    created_at: now,
  });
  return toErasure(row);
}

export async function findErasure(db: Db, workspaceId: string, id: string): Promise<Erasure | null> {
  const query = db.selectFrom('contact_erasures').selectAll().where('workspace_id', '=', workspaceId);
  const row = await query.where('id', '=', id).executeTakeFirst();
  return row ? toErasure(row) : null;
}

export async function saveErasure({ db, workspace }: Work, erasure: Erasure): Promise<Erasure> {
  return toErasure(await updateRow(db, 'contact_erasures', workspace.id, erasure.id, toColumns(erasure)));
}

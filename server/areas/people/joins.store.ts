import type { Db, Row, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { RowChange } from '../../platform/database/recorded-rows.ts';
import { deleteRow, deleteRows, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { dayMs } from '../../platform/durations.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow } from './store.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    /** JOINING and UNDOING: rows are moved in parts, by a job if necessary. */
    contact_joins: Table<'contact_joins', { state: 'JOINING' | 'JOINED' | 'UNDOING'; by_evidence: 0 | 1 }>;
    contact_join_parts: Table<'contact_join_parts'>;
    contacts_apart: Table<'contacts_apart'>;
  }
}

export type JoinRow = Row<'contact_joins'>;

/** The period in which a join can be undone. */
export const undoableMs = dayMs;

/** An address as it was before a join. */
export type FormerAddress = Pick<Row<'contact_addresses'>, 'kind' | 'value' | 'contact_id' | 'taken_from'>;

export const insertJoin = (
  { db, workspace, newId, now }: Work,
  join: { gone: ContactRow; kept: ContactRow; addresses: FormerAddress[]; byEvidence: boolean },
): Promise<JoinRow> =>
  insertRow(db, 'contact_joins', {
    id: newId('join'),
    workspace_id: workspace.id,
    kept_id: join.kept.id,
    gone_id: join.gone.id,
    gone: JSON.stringify(join.gone),
    addresses: JSON.stringify(join.addresses),
    state: 'JOINING',
    by_evidence: join.byEvidence ? 1 : 0,
    created_at: now,
  });

const selectJoin = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('contact_joins').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export const findJoin = (db: Db, workspaceId: string, id: string): JoinRow | null =>
  selectJoin(db, workspaceId, id).first() ?? null;

const selectJoinsInto = prepareQuery((db, keptId: string) =>
  db
    .selectFrom('contact_joins')
    .selectAll()
    .where('kept_id', '=', keptId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** The joins into a contact, newest first. */
export const listJoinsInto = (db: Db, keptId: string): JoinRow[] => selectJoinsInto(db, keptId).all();

const selectJoinOf = prepareQuery((db, workspaceId: string, goneId: string) =>
  db
    .selectFrom('contact_joins')
    .select('kept_id')
    .where('workspace_id', '=', workspaceId)
    .where('gone_id', '=', goneId)
    .where('state', '<>', 'UNDOING'),
);

/** The contact into which a contact was joined in the last day; the id itself if it was not joined. */
export function presentContactId(db: Db, workspaceId: string, contactId: string): string {
  let id = contactId;
  for (let join = selectJoinOf(db, workspaceId, id).first(); join; join = selectJoinOf(db, workspaceId, id).first())
    id = join.kept_id;
  return id;
}

/** All contacts that were joined into a contact in the last day, directly or through others. */
export function goneInto(db: Db, contactId: string): string[] {
  const gone = new Set<string>();
  const follow = (keptId: string): void => {
    for (const { gone_id: goneId } of listJoinsInto(db, keptId)) {
      if (gone.has(goneId)) continue;
      gone.add(goneId);
      follow(goneId);
    }
  };
  follow(contactId);
  return [...gone];
}

export const setJoinState = ({ db, workspace }: Work, id: string, state: JoinRow['state']): Promise<JoinRow> =>
  updateRow(db, 'contact_joins', workspace.id, id, { state });

/** Redirects joins that still move rows into a contact to the contact into which it is joined. */
export async function redirectJoins({ db, workspace }: Work, goneId: string, keptId: string): Promise<void> {
  await db
    .updateTable('contact_joins')
    .set({ kept_id: keptId })
    .where('workspace_id', '=', workspace.id)
    .where('kept_id', '=', goneId)
    .where('state', '=', 'JOINING')
    .execute();
}

export async function insertPart({ db, workspace }: Work, joinId: string, changes: RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const part = { join_id: joinId, workspace_id: workspace.id, changes: JSON.stringify(changes) };
  await insertRow(db, 'contact_join_parts', part);
}

/** Removes the last part of a join's changes from its journal and returns it; null without any. */
export async function takeLastPart({ db, workspace }: Work, joinId: string): Promise<RowChange[] | null> {
  const last = await db
    .selectFrom('contact_join_parts')
    .select(['seq', 'changes'])
    .where('workspace_id', '=', workspace.id)
    .where('join_id', '=', joinId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  await deleteRows(db, 'contact_join_parts', workspace.id, { seq: last.seq });
  return JSON.parse(last.changes);
}

export const deleteJoin = ({ db, workspace }: Work, id: string): Promise<unknown> =>
  deleteRow(db, 'contact_joins', workspace.id, id);

/** Deletes the records for an undo of joins into a deleted contact, including joins through others. */
export async function forgetJoins({ db, workspace }: Work, contactId: string): Promise<void> {
  for (const id of [contactId, ...goneInto(db, contactId)]) {
    await deleteRows(db, 'contact_joins', workspace.id, { kept_id: id });
    await deleteRows(db, 'contacts_apart', workspace.id, { one_id: id });
    await deleteRows(db, 'contacts_apart', workspace.id, { other_id: id });
  }
}

const selectApart = prepareQuery((db, workspaceId: string, one: string, other: string) =>
  db
    .selectFrom('contacts_apart')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where((where) =>
      where.or([
        where.and([where('one_id', '=', one), where('other_id', '=', other)]),
        where.and([where('one_id', '=', other), where('other_id', '=', one)]),
      ]),
    ),
);

/** The records that keep two contacts apart. */
export const listApart = (db: Db, workspaceId: string, one: string, other: string): Row<'contacts_apart'>[] =>
  selectApart(db, workspaceId, one, other).all();

/** Records that two contacts are different people, regardless of what vendors report. */
export async function keepApart({ db, workspace, now }: Work, one: string, other: string): Promise<void> {
  if (listApart(db, workspace.id, one, other).length > 0) return;
  const pair = { one_id: one, other_id: other, workspace_id: workspace.id, created_at: now };
  await insertRow(db, 'contacts_apart', pair);
}

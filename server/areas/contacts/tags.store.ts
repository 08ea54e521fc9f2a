import { type Generated, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { lower, type NameColumn, nameColumns } from '../../platform/database/fold.ts';
import { countBy } from '../../platform/database/row-counts.ts';
import { deleteRows, findRowBy } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Tag } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    tags: { id: Generated<number>; workspace_id: string; name: NameColumn; name_folded: NameColumn; color: string };
    /** `id` orders a contact's tags by the time they were added. */
    contact_tags: { id: Generated<number>; workspace_id: string; tag_id: number; contact_seq: number };
  }
}

const palette = [
  '#e53935',
  '#fb8c00',
  '#f9a825',
  '#43a047',
  '#00897b',
  '#039be5',
  '#3949ab',
  '#8e24aa',
  '#d81b60',
  '#6d4c41',
];

/** Normalizes a tag's name for comparison: lower case. */
export const foldTag = lower;

/** The same name gets the same colour in every workspace. */
function pickColor(folded: string): string {
  let sum = 0;
  for (const character of folded) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return palette[sum % palette.length] as string;
}

/** Lists the tags in use, by name. An unused tag keeps its row for its colour but is not listed. */
export async function listTags(db: Db, workspaceId: string): Promise<(Tag & { count: number })[]> {
  const counts = await countBy(db, workspaceId, 'contact_tags', 'tag_id');
  const tags = await db
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name_folded')
    .execute();
  return tags.flatMap(({ id, name, color }) => {
    const count = counts.get(String(id));
    return count === undefined ? [] : [{ name, color, count }];
  });
}

export async function findTagId(db: Db, workspaceId: string, name: string): Promise<number | null> {
  const row = await findRowBy(db, 'tags', workspaceId, { name_folded: foldTag(name) });
  return row?.id ?? null;
}

/** The tags of contacts by their `seq`. */
export async function tagsOf(
  db: Db,
  workspaceId: string,
  seqs: number[],
): Promise<Map<number, (Tag & { id: number; seq: number })[]>> {
  const rows = await db
    .selectFrom('contact_tags as ct')
    .innerJoin('tags as t', 't.id', 'ct.tag_id')
    .select(['ct.contact_seq as seq', 't.id', 't.name', 't.color'])
    .where('ct.workspace_id', '=', workspaceId)
    .where('ct.contact_seq', 'in', seqs)
    .orderBy('ct.id')
    .execute();
  return Map.groupBy(rows, (row) => row.seq);
}

/** Returns the id of the tag with that name, created if absent; a given colour replaces the tag's. */
export async function ensureTag(work: Work, name: string, color?: string): Promise<number> {
  const folded = foldTag(name);
  const row = await work.db
    .insertInto('tags')
    .values({ workspace_id: work.workspace.id, ...nameColumns(name, lower), color: color ?? pickColor(folded) })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'name_folded'])
        .doUpdateSet({ color: color === undefined ? sql<string>`tags.color` : color }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function addTags(work: Work, entries: { seq: number; tagId: number }[]): Promise<void> {
  if (entries.length === 0) return;
  await work.db
    .insertInto('contact_tags')
    .values(entries.map(({ seq, tagId }) => ({ workspace_id: work.workspace.id, tag_id: tagId, contact_seq: seq })))
    .onConflict((conflict) => conflict.columns(['tag_id', 'contact_seq']).doNothing())
    .execute();
}

export async function removeTags(work: Work, seq: number, tagIds: number[]): Promise<void> {
  if (tagIds.length === 0) return;
  await work.db
    .deleteFrom('contact_tags')
    .where('workspace_id', '=', work.workspace.id)
    .where('contact_seq', '=', seq)
    .where('tag_id', 'in', tagIds)
    .execute();
}

/** Replaces all tags of a contact. */
export async function replaceTags(work: Work, seq: number, tagIds: number[]): Promise<void> {
  await deleteRows(work.db, 'contact_tags', work.workspace.id, { contact_seq: seq });
  await addTags(
    work,
    tagIds.map((tagId) => ({ seq, tagId })),
  );
}

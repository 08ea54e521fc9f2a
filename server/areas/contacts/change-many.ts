import type { z } from 'zod';
import { invalid, Problem, unknownReference } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { announce, type ContactRow, findContactById, joinContacts, presentContactId } from '../people/index.ts';
import { mostTags } from './import.schemas.ts';
import type { MergeWish, TagChange } from './owner.schemas.ts';
import { addTags, ensureTag, foldTag, removeTags, tagsOf } from './tags.store.ts';

/**
 * Adds and removes tags of contacts; ids that are gone are left out. Returns the changes that restore what was. Throws
 * 422 `too_many` when a contact would carry more than 20.
 */
export async function changeTags(work: Work, changes: TagChange[]): Promise<TagChange[]> {
  const undo: TagChange[] = [];
  for (const { id, add, remove } of changes) {
    const contact = findContactById(work.db, work.workspace.id, id);
    if (!contact) continue;
    const carried = (await tagsOf(work.db, work.workspace.id, [contact.seq])).get(contact.seq) ?? [];
    const names = new Set(carried.map(({ name }) => foldTag(name)));
    const added = add.filter((name) => !names.has(foldTag(name)));
    const removed = carried.filter(({ name }) => remove.some((gone) => foldTag(gone) === foldTag(name)));
    if (carried.length - removed.length + added.length > mostTags) {
      throw new Problem('too_many', `A contact can have at most ${mostTags} tags`);
    }
    if (added.length + removed.length === 0) continue;
    const tagIds = await Promise.all(added.map((name) => ensureTag(work, name)));
    await addTags(
      work,
      tagIds.map((tagId) => ({ seq: contact.seq, tagId })),
    );
    await removeTags(
      work,
      contact.seq,
      removed.map((tag) => tag.id),
    );
    undo.push({ id, add: removed.map(({ name }) => name), remove: added });
  }
  const ids = undo.map(({ id }) => id);
  if (ids.length > 0) await announce(work, 'UPDATED', ids);
  return undo;
}

/** Merges two contacts; keeps one with a number. Throws if either contact is unknown or being merged. */
export async function mergeContacts(work: Work, wish: z.output<typeof MergeWish>) {
  const { db, workspace } = work;
  if (wish.keep === wish.merge) throw invalid('body.merge', 'This is the same contact');
  const find = (field: 'keep' | 'merge'): ContactRow => {
    const isMoving = presentContactId(db, workspace.id, wish[field]) !== wish[field];
    const contact = isMoving ? null : findContactById(db, workspace.id, wish[field]);
    if (!contact) throw unknownReference(`body.${field}`, 'No such contact');
    return contact;
  };
  const [wanted, other] = [find('keep'), find('merge')];
  const [kept, gone] = wanted.phone !== null || other.phone === null ? [wanted, other] : [other, wanted];
  const { joinId } = await joinContacts(work, gone, kept, { byEvidence: false });
  return { joinId, keptId: kept.id };
}

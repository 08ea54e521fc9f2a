import { findAnswerer, findNamed, hasLeft, isOwnId } from '../../../platform/access/answerers.ts';
import { invalid } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';

/** The columns with the person who replies in a conversation. */
export interface Assignment {
  assigned_to: string | null;
  assigned_to_user_id: string | null;
}

const nobody: Assignment = { assigned_to: null, assigned_to_user_id: null };

/**
 * Assigns a conversation to the person or key with an id, or to the person with a name. A name that is unknown in the
 * console stays a note without an id. An id in another form names a person in the caller’s program. Throws 400 naming the
 * field for a person who may not sign in, for a key that is not valid, and for an unknown id in our form.
 */
export async function assign(
  work: Work,
  change: { assignedTo?: string | null | undefined; assignedToUserId?: string | null | undefined },
): Promise<Assignment> {
  const { assignedTo: name, assignedToUserId: id } = change;
  if (id) {
    const known = await findAnswerer(work, id);
    if (known === null && isOwnId(id)) throw cannotAnswer('assignedToUserId');
    return { assigned_to: name || known?.name || null, assigned_to_user_id: id };
  }
  if (!name) return nobody;
  const person = await findNamed(work.db, name);
  if (person && person.disabledAt !== null) throw cannotAnswer('assignedTo');
  return { assigned_to: person?.name ?? name, assigned_to_user_id: person?.id ?? null };
}

const cannotAnswer = (field: string) =>
  invalid(`body.${field}`, 'must be somebody who can answer: this person may not sign in, or the key is not valid');

/** Like `assign` by name, for an earlier decision, as in a flow: returns no assignee if the person has left since. */
export async function assignByName(work: Work, name: string): Promise<Assignment> {
  const person = await findNamed(work.db, name);
  if (person && person.disabledAt !== null) return nobody;
  return { assigned_to: person?.name ?? name, assigned_to_user_id: person?.id ?? null };
}

/** Returns the columns that free a conversation of a person or key that left since; otherwise none. */
export async function assignAgain(work: Work, earlier: Partial<Assignment>): Promise<Partial<Assignment>> {
  const id = earlier.assigned_to_user_id ?? null;
  return id !== null && (await hasLeft(work.db, id, work.now)) ? nobody : {};
}

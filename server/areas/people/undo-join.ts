import { consumeQuota } from '../../platform/access/quotas.ts';
import { putBack } from '../../platform/database/recorded-rows.ts';
import { Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { hasNumber, readPresent, returnAddresses } from './addresses.ts';
import { announce } from './events.ts';
import {
  deleteJoin,
  findJoin,
  type JoinRow,
  keepApart,
  listJoinsInto,
  setJoinState,
  takeLastPart,
  undoableMs,
} from './joins.store.ts';
import { type ContactRow, findContactById, indexContacts, updateContact } from './store.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called after the undo of a join, when all rows are back: indexes the texts of rows that were deleted. */
    joinUndone: (work: Work, contactIds: string[]) => Promise<void>;
  }
}

/** The time until which a join can be undone, UTC. */
export const undoableUntil = (join: JoinRow): string =>
  new Date(Date.parse(join.created_at) + undoableMs).toISOString();

/** Returns why a join cannot be undone now; null if it can. */
export function whyNotUndoable({ db, workspace, now }: Pick<Work, 'db' | 'workspace' | 'now'>, join: JoinRow) {
  if (join.state !== 'JOINED') return 'Its rows are still moving';
  if (undoableUntil(join) < now) return 'It is more than a day ago';
  if (!findContactById(db, workspace.id, join.kept_id)) return 'The contact was merged into another one since';
  if (listJoinsInto(db, join.kept_id)[0]?.id !== join.id)
    return 'Another contact was merged into it later: undo that first';
  return null;
}

/** Begins to undo a join: `continueJoin` moves the rows back. Throws 404 for an unknown join, and 409 with a reason. */
export async function beginUndo(work: Work, id: string): Promise<JoinRow> {
  const join = findJoin(work.db, work.workspace.id, id);
  if (!join) throw new Problem('not_found');
  const reason = whyNotUndoable(work, join);
  if (reason !== null) throw new Problem('join_not_undoable', reason);
  return setJoinState(work, id, 'UNDOING');
}

/** Moves a part of the rows of a join back. Returns true once the contacts are separate again. */
export async function continueUndo(work: Work, join: JoinRow): Promise<boolean> {
  const part = await takeLastPart(work, join.id);
  if (part) {
    await putBack(work, part);
    return false;
  }
  const { db, workspace } = work;
  returnAddresses(work, join);
  const kept = await settle(work, findContactById(db, workspace.id, join.kept_id), null);
  const gone = await settle(work, findContactById(db, workspace.id, join.gone_id), JSON.parse(join.gone));
  await keepLaterOptOut(work, join, kept, gone);
  if (join.by_evidence === 1) await keepApart(work, kept.id, gone.id);
  await deleteJoin(work, join.id);
  await consumeQuota(work, 'contacts', 1, { force: true });
  for (const undone of work.provided('joinUndone')) await undone(work, [kept.id, gone.id]);
  await announce(work, 'SPLIT', [kept.id, gone.id]);
  return true;
}

/** Shows a number that the contact has: the shown one, else the one before the join, else the present one. */
async function settle(work: Work, contact: ContactRow | null, before: ContactRow | null): Promise<ContactRow> {
  if (!contact) throw new Error('A contact of a join is gone');
  const phones = [contact.phone, before?.phone ?? null];
  const shown = phones.find((phone) => phone !== null && hasNumber(work.db, contact.id, phone));
  const present = readPresent(work.db, contact);
  const changes = { ...present, phone: shown ?? present.phone };
  const settled = await updateContact(work, contact, changes, contact.unconfirmed);
  await indexContacts(work, [settled]);
  return settled;
}

/** An opt-out since the join applies to both: it may come from either person. */
async function keepLaterOptOut(work: Work, join: JoinRow, kept: ContactRow, gone: ContactRow): Promise<void> {
  const { opted_out_at: optedOutAt, campaign_wish } = kept;
  if (optedOutAt === null || optedOutAt < join.created_at || gone.opted_out_at !== null) return;
  await updateContact(work, gone, { opted_out_at: optedOutAt, campaign_wish }, gone.unconfirmed);
}

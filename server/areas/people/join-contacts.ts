import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { releaseQuota } from '../../platform/access/quotas.ts';
import { findWorkspace, type Workspace } from '../../platform/access/workspaces.ts';
import { RecordedRows } from '../../platform/database/recorded-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineJob } from '../../platform/work/jobs.ts';
import { joinMarks, readMark } from '../../platform/work/unconfirmed.ts';
import { type Actor, systemActor, type Work } from '../../platform/work/work.ts';
import { moveAddresses, readPresent } from './addresses.ts';
import { announce } from './events.ts';
import { findJoin, insertJoin, insertPart, type JoinRow, redirectJoins, setJoinState } from './joins.store.ts';
import { type ContactRow, findContactById, forgetContact, indexContacts, updateContact } from './store.ts';
import { continueUndo } from './undo-join.ts';

/** Two contacts that are being joined. Writes through `rows` can be undone. */
export interface Joining {
  work: Work;
  rows: RecordedRows;
  gone: ContactRow;
  kept: ContactRow;
}

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /**
     * Called when two contacts turn out to be one person, in successive transactions until all return false, before the
     * gone one is deleted: moves a part of an area's rows to the kept one, and returns true if more may remain.
     */
    contactJoined: (joining: Joining) => Promise<boolean>;
  }
}

/** Rows per transaction: all other writes wait for it. */
const rowsPerPart = 1_000;

/** Moves the rows that remain of a join, or of its undo. */
export const finishJoin = defineJob({
  name: 'move the rows of a joined contact',
  input: z.object({ id: z.string() }),
  // Retried until it succeeds: one person has two contacts until then.
  maxAttempts: 10_000,
  forgetWhenDone: true,
  async run({ platform, workspaceId, input: { id } }) {
    const workspace = workspaceId && (await findWorkspace(platform.database.read, workspaceId));
    if (workspace) await settleJoin(platform, workspace, systemActor, id);
  },
});

/** Moves the rows of a join, or moves them back, in successive transactions until all are moved. */
export async function settleJoin(platform: Platform, workspace: Workspace, actor: Actor, id: string): Promise<void> {
  while (!(await platform.work(workspace, actor, (work) => continueJoin(work, id)))) {
    platform.stopping.throwIfAborted();
    await nextTurn();
  }
}

/**
 * Joins two contacts: from now on the addresses of `gone` find `kept`, which receives missing fields and is returned.
 * An opt-out applies to the person, under whichever address it was given. The first rows of the areas move at once, the
 * others in parts, by a job; then `gone` is deleted.
 */
export async function joinContacts(
  work: Work,
  gone: ContactRow,
  kept: ContactRow,
  { byEvidence }: { byEvidence: boolean },
): Promise<{ joinId: string; contact: ContactRow }> {
  const addresses = moveAddresses(work, gone.id, kept.id);
  const join = await insertJoin(work, { gone, kept, addresses, byEvidence });
  await redirectJoins(work, gone.id, kept.id);
  const rows = new RecordedRows(work);
  await joinReservations(rows, gone.id, kept.id);
  // The number is unique: the kept one may show it from now on.
  const hidden = await rows.change('contacts', gone, { phone: null });
  const present = await giveFields(work, gone, kept);
  rows.note('contacts', kept, present);
  await insertPart(work, join.id, rows.changes);
  if (!(await moveSome({ work, join, gone: hidden, kept: present }))) {
    await work.enqueue(finishJoin, { id: join.id }, { key: join.id });
  }
  return { joinId: join.id, contact: findContactById(work.db, work.workspace.id, kept.id) as ContactRow };
}

/**
 * Keeps the contact apart from everybody that either was kept apart from. A separation of the two has no effect now.
 */
async function joinReservations(rows: RecordedRows, gone: string, kept: string): Promise<void> {
  await rows.move('contacts_apart', { one_id: gone }, { one_id: kept });
  await rows.move('contacts_apart', { other_id: gone }, { other_id: kept });
}

/** Copies missing fields to the kept contact, which keeps the notes of both. */
function giveFields(work: Work, gone: ContactRow, kept: ContactRow): Promise<ContactRow> {
  const present = readPresent(work.db, kept);
  const changes = {
    phone: kept.phone ?? present.phone,
    username: present.username,
    name: kept.name ?? gone.name,
    email: kept.email ?? gone.email,
    notes: [kept.notes, gone.notes].filter((text) => text !== null).join('\n\n') || null,
    fields: JSON.stringify({ ...JSON.parse(gone.fields), ...JSON.parse(kept.fields) }),
    opted_out_at: kept.opted_out_at ?? gone.opted_out_at,
    campaign_wish: kept.opted_out_at === null ? (gone.campaign_wish ?? kept.campaign_wish) : kept.campaign_wish,
  };
  return updateContact(work, kept, changes, joinMarks(readMark(kept.unconfirmed), readMark(gone.unconfirmed)));
}

/** Moves a part of the rows of a join, forward or back. Returns true once all are moved. */
export async function continueJoin(work: Work, id: string): Promise<boolean> {
  const join = findJoin(work.db, work.workspace.id, id);
  if (!join || join.state === 'JOINED') return true;
  if (join.state === 'UNDOING') return continueUndo(work, join);
  const gone = findContactById(work.db, work.workspace.id, join.gone_id);
  const kept = findContactById(work.db, work.workspace.id, join.kept_id);
  return !gone || !kept || moveSome({ work, join, gone, kept });
}

async function moveSome(joining: Omit<Joining, 'rows'> & { join: JoinRow }): Promise<boolean> {
  const { work, join, gone, kept } = joining;
  const rows = new RecordedRows(work, rowsPerPart);
  for (const follow of work.provided('contactJoined')) {
    if (!(await follow({ work, rows, gone, kept }))) continue;
    await insertPart(work, join.id, rows.changes);
    return false;
  }
  // Addresses that a person added to it meanwhile.
  moveAddresses(work, gone.id, kept.id);
  await rows.remove('contacts', { id: gone.id });
  await forgetContact(work.db, gone);
  await releaseQuota(work, 'contacts');
  await insertPart(work, join.id, rows.changes);
  await setJoinState(work, join.id, 'JOINED');
  await indexContacts(work, [findContactById(work.db, work.workspace.id, kept.id) as ContactRow]);
  await announce(work, 'MERGED', [kept.id, gone.id]);
  return true;
}

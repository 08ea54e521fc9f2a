import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { idempotentCopies } from '../../../http/access/idempotency.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import { findWorkspace } from '../../../platform/access/workspaces.ts';
import { deleteRow } from '../../../platform/database/workspace-rows.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { forgetDeletedWords } from '../../../platform/erasure/forget-words.ts';
import type { CopyRow, MarkedCopies } from '../../../platform/erasure/marked-copies.ts';
import { containsMark, toMark } from '../../../platform/erasure/marks.ts';
import { eventCopies, jobCopies } from '../../../platform/erasure/platform-copies.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { type Actor, systemActor, type Work } from '../../../platform/work/work.ts';
import {
  addressesOf,
  announce,
  type ContactRow,
  contactsChanged,
  deleteContact,
  findContactById,
  forgetJoins,
  goneInto,
} from '../../people/index.ts';
import { type Erasure, findErasure, insertErasure, saveErasure } from './erasures.store.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Erasures that this process is working on, by id. */
    erasures: Map<string, Promise<Erasure | null>>;
  }
}

/** Contacts that one transaction deletes, each with its last messages. */
const contactsAtOnce = 5;
/** Copies that are read at once: half a megabyte of events. */
const copiesAtOnce = 500;

/** Completes an erasure that its request left unfinished. */
export const finishErasure = defineJob({
  name: 'finish an erasure',
  input: z.object({ id: z.string() }),
  // An erasure has been promised: it is retried until it succeeds.
  maxAttempts: 10_000,
  forgetWhenDone: true,
  async run({ platform, workspaceId, input: { id } }) {
    const workspace = workspaceId && (await findWorkspace(platform.database.read, workspaceId));
    if (workspace) await eraseContacts(platform, workspace, systemActor, id);
  },
});

/** Removes what erasures have left in unused parts of the database file. */
export const forgetWords = defineJob({
  name: 'forget erased words',
  input: z.object({}),
  maxAttempts: 10_000,
  maxRunning: 1,
  forgetWhenDone: true,
  async run({ platform }) {
    await forgetDeletedWords(platform);
    if (!platform.database.emptyLog()) throw new Error('the log of the database is being read');
  },
});

/**
 * Notes that contacts are to be erased. The erasure then happens even if the server stops: `eraseContacts` does it now,
 * and a job completes it.
 */
export async function beginErasure(
  work: Work,
  wish: Pick<Erasure, 'contactIds' | 'anonymizesBooks'>,
): Promise<Erasure> {
  const joined = wish.contactIds.flatMap((id) => goneInto(work.db, id));
  // A contact whose rows are still moving to one of these is the same person.
  const moving = joined.filter((id) => findContactById(work.db, work.workspace.id, id) !== null);
  // Their deletion noted all of their marks.
  const marks = joined.filter((id) => !moving.includes(id));
  const erasure = await insertErasure(work, { ...wish, contactIds: [...moving, ...wish.contactIds], marks });
  for (const id of wish.contactIds) await forgetJoins(work, id);
  const runAt = new Date(Date.parse(work.now) + minuteMs);
  await work.enqueue(finishErasure, { id: erasure.id }, { key: erasure.id, runAt });
  return erasure;
}

/**
 * Deletes the contacts of an erasure with their rows in all areas, then the copies of their words, each in parts.
 * Returns the finished erasure; null if it had finished before.
 */
export function eraseContacts(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  id: string,
): Promise<Erasure | null> {
  const { erasures } = platform.services;
  const present = erasures.get(id);
  if (present) return present;
  const run = eraseInParts(platform, workspace, actor, id).finally(() => erasures.delete(id));
  erasures.set(id, run);
  return run;
}

async function eraseInParts(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  id: string,
): Promise<Erasure | null> {
  let erasure = await findErasure(platform.database.read, workspace.id, id);
  if (!erasure) return null;
  while (erasure.deletedAt === null) {
    erasure = await platform.work(workspace, actor, (work) => deleteFirstContacts(work, erasure as Erasure));
    platform.stopping.throwIfAborted();
  }
  for (const copies of copiesOf(platform).slice(erasure.copiesErased)) {
    await eraseCopies(platform, workspace, copies, erasure);
    erasure = await platform.work(workspace, actor, (work) =>
      saveErasure(work, erasure as Erasure, { copiesErased: (erasure as Erasure).copiesErased + 1 }),
    );
  }
  await platform.work(workspace, actor, async (work) => {
    await deleteRow(work.db, 'contact_erasures', workspace.id, id);
    await work.enqueue(forgetWords, {});
  });
  return erasure;
}

/** Events first: their erasure includes everything derived from them, and nothing new derives from them afterwards. */
const copiesOf = (platform: Platform): MarkedCopies[] => [
  eventCopies([contactsChanged.kind]),
  jobCopies,
  idempotentCopies,
  ...platform.provided('markedCopies'),
];

/**
 * Deletes the first contacts with their conversations and leads, or a part of the first contact's rows. Orders,
 * appointments and cards stay, since they are the shop's books.
 */
async function deleteFirstContacts(work: Work, erasure: Erasure): Promise<Erasure> {
  const marks = new Set(erasure.marks);
  const gone: string[] = [];
  let done = 0;
  for (const id of erasure.contactIds.slice(0, contactsAtOnce)) {
    const contact = findContactById(work.db, work.workspace.id, id);
    if (contact) {
      // Repeated in each part for new rows: a customer may write until the end.
      const since = marks.has(contact.id) ? erasure.createdAt : '';
      for (const mark of await marksOf(work, contact, since)) marks.add(toMark(mark));
      if (erasure.anonymizesBooks && (await anonymizeSome(work, contact))) break;
      if (!(await deleteContact(work, contact))) break;
      gone.push(id);
    }
    done++;
  }
  if (gone.length > 0) await announce(work, 'DELETED', gone);
  const contactIds = erasure.contactIds.slice(done);
  const deletedAt = contactIds.length === 0 ? work.now : null;
  return saveErasure(work, erasure, { contactIds, marks, deleted: erasure.deleted + gone.length, deletedAt });
}

async function marksOf({ db, provided }: Work, contact: ContactRow, since: string): Promise<string[]> {
  const belonging = await Promise.all(provided('contactMarks').map((listMarks) => listMarks(db, contact, since)));
  return [contact.id, ...addressesOf(db, contact).map(({ value }) => value), ...belonging.flat()];
}

async function anonymizeSome(work: Work, contact: ContactRow): Promise<boolean> {
  for (const anonymizePart of work.provided('booksAnonymized')) {
    if (await anonymizePart(work, contact)) return true;
  }
  return false;
}

/** Only a part that contains a copy is a transaction: an interrupted read starts again. */
async function eraseCopies(
  platform: Platform,
  workspace: Workspace,
  copies: MarkedCopies,
  { marks, deletedAt }: Erasure,
): Promise<void> {
  const place = { workspaceId: workspace.id, until: deletedAt as string, limit: copiesAtOnce };
  const isMarked = ({ texts }: CopyRow) => texts.some((text) => text !== null && containsMark(text, marks));
  let after: CopyRow['key'] | null = null;
  for (;;) {
    const rows: CopyRow[] = await copies.read(platform, platform.database.read, { ...place, after });
    const keys = rows.filter(isMarked).map(({ key }) => key);
    if (keys.length > 0) await platform.work(workspace, systemActor, (work) => copies.erase(work, keys));
    if (rows.length < copiesAtOnce) return;
    after = rows.at(-1)?.key ?? null;
    platform.stopping.throwIfAborted();
    await nextTurn();
  }
}

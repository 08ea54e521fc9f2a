import { readUsage } from '../../platform/access/quotas.ts';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import { readFromWorker, workerFile } from '../../platform/running/workers.ts';
import { noPhoneColumn } from '../../platform/text/csv-headings.ts';
import type { Actor, Work } from '../../platform/work/work.ts';
import {
  announce,
  type ContactRow,
  enterAddresses,
  findByAddress,
  findByPhones,
  findContactById,
  insertContacts,
  presentContactId,
  updateContact,
} from '../people/index.ts';
import { type ColumnUse, type ImportResult, mostErrors, mostTags } from './import.schemas.ts';
import type { ImportPart, ImportRow, RowError } from './parse-import.ts';
import { addTags, ensureTag, foldTag, tagsOf } from './tags.store.ts';

const worker = workerFile(import.meta.url, 'parse-import.worker');

/**
 * Imports a CSV text. A worker thread parses it; transactions of about 200 rows write it, so other requests are not
 * blocked. Idempotent. Throws 400 `no_phone_column` when no column holds the numbers.
 */
export async function importContacts(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  { csv, columns }: { csv: string; columns?: ColumnUse[] | undefined },
): Promise<ImportResult> {
  const written = new Set<string>();
  const result: ImportResult = { created: 0, updated: 0, skipped: 0, errors: [], errorCount: 0 };
  for await (const part of readFromWorker<ImportPart>(worker, { csv, country: workspace.country, columns })) {
    if (part.kind === 'header') continue;
    if (part.kind === 'noPhoneColumn') throw noPhoneColumn(part.header, part.fault);
    const outcome = await platform.work(workspace, actor, (work) => writeRows(work, part.rows, written));
    const errors = [...part.errors, ...outcome.errors].sort((a, b) => a.line - b.line);
    result.created += outcome.created;
    result.updated += outcome.updated;
    result.skipped += outcome.skipped + part.repeated;
    result.errorCount += errors.length;
    result.errors.push(...errors.slice(0, mostErrors - result.errors.length));
  }
  if (result.created + result.updated > 0) {
    await platform.work(workspace, actor, (work) => announce(work, 'IMPORTED', []));
  }
  return result;
}

interface Written {
  created: number;
  updated: number;
  skipped: number;
  errors: RowError[];
}

/** A row with the contact that it names; null for a new one. */
interface FoundRow {
  row: ImportRow;
  contact: ContactRow | null;
}

async function writeRows(work: Work, rows: ImportRow[], written: Set<string>): Promise<Written> {
  if (rows.length === 0) return { created: 0, updated: 0, skipped: 0, errors: [] };
  const { found, errors, repeated } = await findContacts(work, rows, written);
  const known = found.filter((entry): entry is KnownRow => entry.contact !== null);
  const fresh = found.filter(({ contact }) => contact === null).map(({ row }) => row);
  const room = await contactsLeft(work);
  const [welcome, refused] = [fresh.slice(0, room), fresh.slice(room)];
  const tagIds = await ensureTags(work, [...welcome, ...known.map(({ row }) => row)]);
  const made = await insertContacts(work, welcome);
  await addTags(
    work,
    welcome.flatMap((row, index) => toTagEntries(made[index] as ContactRow, row.tags, tagIds)),
  );
  for (const [index, { addresses }] of welcome.entries()) {
    await enterAddresses(work, made[index] as ContactRow, addresses);
    written.add((made[index] as ContactRow).id);
  }
  const updates = await updateKnown(work, known, tagIds);
  const message = 'This workspace has reached its limit of contacts';
  const overQuota = refused.map(({ line }) => ({ line, column: null, code: 'quota_exceeded', message }));
  return {
    ...updates,
    skipped: updates.skipped + repeated,
    created: made.length,
    errors: [...errors, ...updates.errors, ...overQuota],
  };
}

type KnownRow = FoundRow & { contact: ContactRow };

/**
 * Finds the contacts that rows name: by id, else by number, else by another address. The first of several rows for one
 * contact counts: `written` contains the contacts of earlier rows and receives the contacts of these rows.
 */
async function findContacts(
  { db, workspace }: Work,
  rows: ImportRow[],
  written: Set<string>,
): Promise<{ found: FoundRow[]; errors: RowError[]; repeated: number }> {
  const phones = rows.flatMap(({ phone }) => phone ?? []);
  const byNumber = new Map(
    (await findByPhones(db, workspace.id, phones)).map((contact) => [contact.phone, contact.id]),
  );
  const found: FoundRow[] = [];
  const errors: RowError[] = [];
  let repeated = 0;
  for (const row of rows) {
    const named = row.contactId === null ? null : findPresent(db, workspace.id, row.contactId);
    const ownerId = byNumber.get(row.phone ?? '');
    const owner = ownerId === undefined ? null : findContactById(db, workspace.id, ownerId);
    const other = row.addresses.flatMap((address) => findByAddress(db, workspace.id, address) ?? [])[0] ?? null;
    const contact = named ?? owner ?? (row.phone === null ? other : null);
    const fault = faultOf(row, { named, owner, other });
    if (fault) errors.push(fault);
    else if (contact && written.has(contact.id)) repeated += 1;
    else found.push({ row, contact });
    if (contact) written.add(contact.id);
  }
  return { found, errors, repeated };
}

const findPresent = (db: Work['db'], workspaceId: string, id: string): ContactRow | null =>
  findContactById(db, workspaceId, presentContactId(db, workspaceId, id));

function faultOf(
  { line, phone, contactId, addresses }: ImportRow,
  { named, owner, other }: { named: ContactRow | null; owner: ContactRow | null; other: ContactRow | null },
): RowError | null {
  const refuse = (column: string, code: string, message: string): RowError => ({ line, column, code, message });
  if (named && phone !== null && owner?.id !== named.id) {
    return refuse('phone', 'not_of_contact', 'This is not a number of the contact');
  }
  const isNobody = named === null && phone === null && other === null && addresses.length === 0;
  return isNobody ? refuse('contactId', 'unknown_contact', `There is no contact ${contactId}`) : null;
}

/** How many contacts the workspace may still create. */
async function contactsLeft({ db, workspace, now }: Work): Promise<number> {
  const limit = workspace.limits.contacts;
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  const usage = await readUsage(db, workspace.id, now);
  return Math.max(0, limit - (usage.find((entry) => entry.kind === 'contacts')?.used ?? 0));
}

/** The ids of the rows' tags by their folded names. */
async function ensureTags(work: Work, rows: ImportRow[]): Promise<Map<string, number>> {
  const names = new Map(rows.flatMap((row) => row.tags.map((tag) => [foldTag(tag), tag])));
  const ids = new Map<string, number>();
  for (const [folded, name] of names) ids.set(folded, await ensureTag(work, name));
  return ids;
}

const toTagEntries = (contact: ContactRow, tags: string[], tagIds: Map<string, number>) =>
  tags.map((tag) => ({ seq: contact.seq, tagId: tagIds.get(foldTag(tag)) as number }));

/** A filled cell replaces the stored value, tags are added, an empty cell changes nothing. */
async function updateKnown(
  work: Work,
  known: KnownRow[],
  tagIds: Map<string, number>,
): Promise<Omit<Written, 'created'>> {
  const written: Omit<Written, 'created'> = { updated: 0, skipped: 0, errors: [] };
  if (known.length === 0) return written;
  const present = await tagsOf(
    work.db,
    work.workspace.id,
    known.map(({ contact }) => contact.seq),
  );
  for (const { row, contact } of known) {
    const carried = (present.get(contact.seq) ?? []).map((tag) => tag.id);
    const added = toTagEntries(contact, row.tags, tagIds).filter(({ tagId }) => !carried.includes(tagId));
    const fields = JSON.stringify({ ...JSON.parse(contact.fields), ...row.fields });
    const changes = { name: row.name ?? contact.name, email: row.email ?? contact.email, fields };
    const differs = changes.name !== contact.name || changes.email !== contact.email || fields !== contact.fields;
    if (carried.length + new Set(added.map(({ tagId }) => tagId)).size > mostTags) {
      const message = `These tags would give the contact more than ${mostTags}`;
      written.errors.push({ line: row.line, column: 'tags', code: 'too_many', message });
    } else if (added.length > 0 || differs) {
      await addTags(work, added);
      await updateContact(work, contact, changes);
      written.updated += 1;
    } else {
      written.skipped += 1;
    }
  }
  return written;
}

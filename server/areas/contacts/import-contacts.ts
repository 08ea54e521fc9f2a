import { readUsage } from '../../platform/access/quotas.ts';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import { readFromWorker, workerFile } from '../../platform/running/workers.ts';
import { noPhoneColumn } from '../../platform/text/csv-headings.ts';
import type { Actor, Work } from '../../platform/work/work.ts';
import { announce, type ContactRow, findByPhones, insertContacts, updateContact } from '../people/index.ts';
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
  const result: ImportResult = { created: 0, updated: 0, skipped: 0, errors: [], errorCount: 0 };
  for await (const part of readFromWorker<ImportPart>(worker, { csv, country: workspace.country, columns })) {
    if (part.kind === 'header') continue;
    if (part.kind === 'noPhoneColumn') throw noPhoneColumn(part.header, part.fault);
    const written = await platform.work(workspace, actor, (work) => writeRows(work, part.rows));
    const errors = [...part.errors, ...written.errors].sort((a, b) => a.line - b.line);
    result.created += written.created;
    result.updated += written.updated;
    result.skipped += written.skipped + part.repeated;
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

async function writeRows(work: Work, rows: ImportRow[]): Promise<Written> {
  if (rows.length === 0) return { created: 0, updated: 0, skipped: 0, errors: [] };
  const present = await findByPhones(
    work.db,
    work.workspace.id,
    rows.map((row) => row.phone),
  );
  const known = new Map(present.map((contact) => [contact.phone, contact]));
  const fresh = rows.filter((row) => !known.has(row.phone));
  const room = await contactsLeft(work);
  const [welcome, refused] = [fresh.slice(0, room), fresh.slice(room)];
  const tagIds = await ensureTags(
    work,
    rows.filter((row) => !refused.includes(row)),
  );
  const made = await insertContacts(work, welcome);
  await addTags(
    work,
    welcome.flatMap((row, index) => toTagEntries(made[index] as ContactRow, row.tags, tagIds)),
  );
  const updates = await updateKnown(work, rows, known, tagIds);
  const message = 'This workspace has reached its limit of contacts';
  const overQuota = refused.map(({ line }) => ({ line, column: null, code: 'quota_exceeded', message }));
  return { ...updates, created: made.length, errors: [...updates.errors, ...overQuota] };
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
  rows: ImportRow[],
  known: Map<string, ContactRow>,
  tagIds: Map<string, number>,
): Promise<Omit<Written, 'created'>> {
  const written: Omit<Written, 'created'> = { updated: 0, skipped: 0, errors: [] };
  if (known.size === 0) return written;
  const present = await tagsOf(
    work.db,
    work.workspace.id,
    [...known.values()].map((contact) => contact.seq),
  );
  for (const row of rows) {
    const contact = known.get(row.phone);
    if (!contact) continue;
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

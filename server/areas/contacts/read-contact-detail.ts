import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { phoneOrText } from '../../platform/text/phones.ts';
import { nextAppointment } from '../appointments/index.ts';
import { readContactHistory } from '../inbox/index.ts';
import { leadIdsOf } from '../leads/index.ts';
import { orderSummary } from '../orders/index.ts';
import {
  type AddressKind,
  type ContactRow,
  findByAddress,
  findByPhone,
  findContactById,
  listJoinsInto,
  listPassedOn,
  undoableUntil,
  whyNotUndoable,
  wishOf,
} from '../people/index.ts';
import type { Contact, ContactDetail } from './schemas.ts';
import { toContacts } from './store.ts';

/** Finds a contact by its number in any spelling, by its id, or by `kind:value` of any other address. */
export async function findContact(db: Db, workspace: Workspace, spelled: string): Promise<ContactRow | null> {
  if (spelled.startsWith('ct_')) return findContactById(db, workspace.id, spelled);
  const [, kind, value] = /^(bsuid|lid|username):(.+)$/s.exec(spelled) ?? [];
  if (value !== undefined) return findByAddress(db, workspace.id, { kind: kind as AddressKind, value }) ?? null;
  return (await findByPhone(db, workspace.id, phoneOrText(spelled, workspace.country))) ?? null;
}

/** The detail of a contact after its transaction. Throws 404 if it was deleted meanwhile. */
export function readDetail(platform: Platform, workspace: Workspace, id: string): Promise<ContactDetail> {
  const row = findContactById(platform.database.read, workspace.id, id);
  if (!row) throw new Problem('not_found');
  return readContactDetail(platform, platform.database.read, workspace, row);
}

export async function readContactDetail(
  platform: Platform,
  db: Db,
  workspace: Workspace,
  row: ContactRow,
): Promise<ContactDetail> {
  const [contact] = await toContacts(db, workspace.id, [row]);
  const shown = contact as Contact;
  const numbers = shown.addresses.flatMap(({ kind, value }) => (kind === 'phone' ? value : []));
  return {
    ...shown,
    ...(await readContactHistory(platform, db, workspace.id, row.id)),
    leadIds: await leadIdsOf(db, workspace.id, row.id),
    orders: await orderSummary(db, workspace.id, row.id),
    optedOutAt: row.opted_out_at,
    optedOutBy: row.opted_out_at === null ? null : (wishOf(row)?.by ?? null),
    notes: row.notes,
    fields: JSON.parse(row.fields),
    otherPhones: numbers.filter((number) => number !== row.phone),
    joins: listJoins(db, workspace, row.id, platform.clock.now().toISOString()),
    mayBe: listNamesakes(db, workspace.id, row.id),
    nextAppointment: await nextAppointment(db, workspace.id, row.id, platform.clock.now().toISOString()),
  };
}

/** The joins into a contact in the last day. */
function listJoins(db: Db, workspace: Workspace, contactId: string, now: string): ContactDetail['joins'] {
  const recent = listJoinsInto(db, contactId).filter((join) => undoableUntil(join) >= now);
  return recent.map((join) => ({
    id: join.id,
    contact: toOther(JSON.parse(join.gone)),
    byEvidence: join.by_evidence === 1,
    at: join.created_at,
    undoableUntil: undoableUntil(join),
    obstacle: whyNotUndoable({ db, workspace, now }, join),
  }));
}

/** Contacts that gained an address from this one, or lost one to it. */
const listNamesakes = (db: Db, workspaceId: string, contactId: string): ContactDetail['mayBe'] =>
  listPassedOn(db, workspaceId, contactId).flatMap(({ contactId: otherId, address }) => {
    const other = findContactById(db, workspaceId, otherId);
    return other ? [{ ...toOther(other), address }] : [];
  });

const toOther = ({ id, phone, name, username }: ContactRow) => ({ id, phone, name, username });

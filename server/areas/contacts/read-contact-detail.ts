import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { phoneOrText } from '../../platform/text/phones.ts';
import { nextAppointment } from '../appointments/index.ts';
import { readContactHistory } from '../inbox/index.ts';
import { leadIdsOf } from '../leads/index.ts';
import { orderSummary } from '../orders/index.ts';
import { type AddressKind, type ContactRow, findByAddress, findByPhone, findContactById } from '../people/index.ts';
import type { Contact, ContactDetail } from './schemas.ts';
import { toContacts } from './store.ts';

/** Finds a contact by its number in any spelling, by its id, or by `kind:value` of any other address. */
export async function findContact(db: Db, workspace: Workspace, spelled: string): Promise<ContactRow | null> {
  if (spelled.startsWith('ct_')) return findContactById(db, workspace.id, spelled);
  const [, kind, value] = /^(bsuid|lid|username):(.+)$/s.exec(spelled) ?? [];
  if (value !== undefined) return findByAddress(db, workspace.id, { kind: kind as AddressKind, value }) ?? null;
  return (await findByPhone(db, workspace.id, phoneOrText(spelled, workspace.country))) ?? null;
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
    notes: row.notes,
    fields: JSON.parse(row.fields),
    otherPhones: numbers.filter((number) => number !== row.phone),
    nextAppointment: await nextAppointment(db, workspace.id, row.id, platform.clock.now().toISOString()),
  };
}

import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { phoneOrText } from '../../platform/text/phones.ts';
import { nextAppointment } from '../appointments/index.ts';
import { readContactHistory } from '../inbox/index.ts';
import { leadIdsOf } from '../leads/index.ts';
import { orderSummary } from '../orders/index.ts';
import { type ContactRow, findByPhone, findContactById, listAliases } from '../people/index.ts';
import type { Contact, ContactDetail } from './schemas.ts';
import { toContacts } from './store.ts';

/** Finds a contact by its number in any spelling, by `scheme:value` while the number is hidden, or by its id. */
export async function findContact(db: Db, workspace: Workspace, spelled: string): Promise<ContactRow | null> {
  if (spelled.startsWith('ct_')) return findContactById(db, workspace.id, spelled);
  return (await findByPhone(db, workspace.id, phoneOrText(spelled, workspace.country))) ?? null;
}

export async function readContactDetail(
  platform: Platform,
  db: Db,
  workspace: Workspace,
  row: ContactRow,
): Promise<ContactDetail> {
  const [contact] = await toContacts(db, workspace.id, [row]);
  return {
    ...(contact as Contact),
    ...(await readContactHistory(platform, db, workspace.id, row.id)),
    leadIds: await leadIdsOf(db, workspace.id, row.id),
    orders: await orderSummary(db, workspace.id, row.id),
    optedOutAt: row.opted_out_at,
    notes: row.notes,
    fields: JSON.parse(row.fields),
    otherPhones: await listAliases(db, row.id),
    nextAppointment: await nextAppointment(db, workspace.id, row.id, platform.clock.now().toISOString()),
  };
}

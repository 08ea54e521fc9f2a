import type { Db } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/workspace-rows.ts';
import { anonymous } from '../../platform/erasure/anonymous.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow } from '../people/index.ts';
import { updateOrder } from './store.ts';

const selectOrders = (db: Db, contact: ContactRow) =>
  db.selectFrom('orders').where('workspace_id', '=', contact.workspace_id).where('contact_id', '=', contact.id);

/** The orders of a contact since a time, as named in events. */
export async function listOrderIds(db: Db, contact: ContactRow, since: string): Promise<string[]> {
  const rows = await selectOrders(db, contact).select('id').where('created_at', '>=', since).execute();
  return rows.map(({ id }) => id);
}

/** Removes the customer from a part of their orders; items, amounts, numbers and dates stay. */
export async function anonymizeOrders({ db, workspace }: Work, contact: ContactRow): Promise<boolean> {
  const rows = await selectOrders(db, contact).select(['id', 'items']).limit(rowsAtOnce).execute();
  for (const { id, items } of rows) {
    const plain = (JSON.parse(items) as object[]).map((item) => ({ ...item, notes: null }));
    await updateOrder(db, workspace.id, id, {
      ...{ client_name: anonymous, contact_id: null, client_email: null, address: null, notes: null },
      items: JSON.stringify(plain),
    });
  }
  return rows.length === rowsAtOnce;
}

import type { Db } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/workspace-rows.ts';
import { anonymous } from '../../platform/erasure/anonymous.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow } from '../people/index.ts';
import { updateAppointment } from './store.ts';

const selectAppointments = (db: Db, contact: ContactRow) =>
  db.selectFrom('appointments').where('workspace_id', '=', contact.workspace_id).where('contact_id', '=', contact.id);

/** The appointments of a contact since a time, as named in events. */
export async function listAppointmentIds(db: Db, contact: ContactRow, since: string): Promise<string[]> {
  const rows = await selectAppointments(db, contact).select('id').where('created_at', '>=', since).execute();
  return rows.map(({ id }) => id);
}

/** Removes the customer from a part of their appointments; times and states stay. */
export async function anonymizeAppointments({ db, workspace }: Work, contact: ContactRow): Promise<boolean> {
  const rows = await selectAppointments(db, contact).select('id').limit(rowsAtOnce).execute();
  const nobody = { title: anonymous, notes: null, client_name: null, contact_id: null, client_email: null };
  for (const { id } of rows) await updateAppointment(db, workspace.id, id, nobody);
  return rows.length === rowsAtOnce;
}

import type { Db } from '../../platform/database/database.ts';
import type { ContactRow } from '../people/index.ts';
import { leadIdsOf } from './store.ts';

/** The leads of a contact, as named in events. */
export const listLeadIds = (db: Db, contact: ContactRow): Promise<string[]> =>
  leadIdsOf(db, contact.workspace_id, contact.id);

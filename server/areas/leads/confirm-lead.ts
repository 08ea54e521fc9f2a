import { listUnconfirmedRows, updateRow } from '../../platform/database/workspace-rows.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { type Confirmable, toWaiting } from '../../platform/work/unconfirmed.ts';
import { findContactById, labelOf } from '../people/index.ts';
import { findLead } from './store.ts';

export const confirmableLead: Confirmable = {
  kind: 'lead',
  prefix: 'lead',
  find: findLead,
  async list(db, workspaceId, limit) {
    const rows = await listUnconfirmedRows(db, 'leads', workspaceId, limit);
    return rows.map((row) => {
      const contact = findContactById(db, workspaceId, row.contact_id);
      const label = row.name ?? (contact ? labelOf(contact) : '');
      // The console searches the leads for the key.
      return toWaiting(row, label, contact?.phone ?? label);
    });
  },
  async confirm(work, id) {
    await updateRow(work.db, 'leads', work.workspace.id, id, { unconfirmed: null });
    await releaseHeld(work, id);
  },
};

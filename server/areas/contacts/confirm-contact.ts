import { listUnconfirmedRows } from '../../platform/database/workspace-rows.ts';
import { type Confirmable, readMark, toWaiting } from '../../platform/work/unconfirmed.ts';
import { announce, findContactById, labelOf, updateContact } from '../people/index.ts';

export const confirmableContact: Confirmable = {
  kind: 'contact',
  prefix: 'ct',
  async find(db, workspaceId, id) {
    const row = findContactById(db, workspaceId, id);
    return row && { id: row.id, unconfirmed: readMark(row.unconfirmed) };
  },
  async list(db, workspaceId, limit) {
    const rows = await listUnconfirmedRows(db, 'contacts', workspaceId, limit);
    return rows.map((row) => toWaiting(row, labelOf(row)));
  },
  async confirm(work, id) {
    const row = findContactById(work.db, work.workspace.id, id);
    if (!row) return;
    await updateContact(work, row, {}, null);
    await announce(work, 'UPDATED', [id]);
  },
};

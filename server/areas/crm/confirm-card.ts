import { listUnconfirmedRows, updateRow } from '../../platform/database/workspace-rows.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { type Confirmable, toWaiting } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { type CardRow, findCard, toCard } from './cards.store.ts';

/** Releases the events held back for a card once a change has replaced its last unconfirmed entry. */
export async function resumeIfConfirmed(work: Work, before: CardRow, after: CardRow): Promise<void> {
  if (before.unconfirmed !== null && after.unconfirmed === null) await releaseHeld(work, after.id);
}

export const confirmableCard: Confirmable = {
  kind: 'card',
  prefix: 'card',
  async find(db, workspaceId, id) {
    const row = await findCard(db, workspaceId, id);
    return row && toCard(row);
  },
  async list(db, workspaceId, limit) {
    const rows = await listUnconfirmedRows(db, 'crm_cards', workspaceId, limit);
    return rows.map((row) => toWaiting(row, row.title));
  },
  async confirm(work, id) {
    await updateRow(work.db, 'crm_cards', work.workspace.id, id, { unconfirmed: null });
    await releaseHeld(work, id);
  },
};

import type { Db } from '../../platform/database/database.ts';
import { rowsAtOnce, updateRow } from '../../platform/database/workspace-rows.ts';
import { anonymous } from '../../platform/erasure/anonymous.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow } from '../people/index.ts';
import { findCard, rewriteCard } from './cards.store.ts';

const selectCards = (db: Db, contact: ContactRow) =>
  db.selectFrom('crm_cards').where('workspace_id', '=', contact.workspace_id).where('contact_id', '=', contact.id);

/** The cards of a contact since a time, as named in events. */
export async function listCardIds(db: Db, contact: ContactRow, since: string): Promise<string[]> {
  const rows = await selectCards(db, contact).select('id').where('created_at', '>=', since).execute();
  return rows.map(({ id }) => id);
}

/** Removes the customer from a part of their cards and of the cards' history; values, stages and dates stay. */
export async function anonymizeCards(work: Work, contact: ContactRow): Promise<boolean> {
  const { db, workspace } = work;
  const rows = await selectCards(db, contact).select('id').limit(rowsAtOnce).execute();
  for (const { id } of rows) {
    if (await anonymizeSomeEvents(work, id)) return true;
    const card = await findCard(db, workspace.id, id);
    if (card === null) continue;
    const { value_cents, unconfirmed, updated_at } = card;
    const nobody = { contact_id: null, conversation_id: null, lead_id: null };
    await updateRow(db, 'crm_cards', workspace.id, id, nobody);
    await rewriteCard(db, card, { title: anonymous, contact_name: null, value_cents, unconfirmed, updated_at });
  }
  return rows.length === rowsAtOnce;
}

/** An event without words shows its kind, stages and values. */
async function anonymizeSomeEvents({ db, workspace }: Work, cardId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('crm_events')
    .select(['seq', 'comment'])
    .where('workspace_id', '=', workspace.id)
    .where('card_id', '=', cardId)
    .where('card_title', '!=', anonymous)
    .limit(rowsAtOnce)
    .execute();
  for (const { seq, comment } of rows) {
    const wordless = { card_title: anonymous, changes: '[]', comment: comment === null ? null : anonymous };
    await db.updateTable('crm_events').set(wordless).where('seq', '=', seq).execute();
  }
  return rows.length === rowsAtOnce;
}

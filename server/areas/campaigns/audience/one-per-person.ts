import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { rowsAtOnce } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { addressesOf, type ContactRow, type Joining } from '../../people/index.ts';
import type { RecipientStatus } from './audience.schemas.ts';
import { findRecipient, type RecipientRow, skipRecipient, updateRecipient } from './recipients.store.ts';

/** Orders the recipients of one person, best first: a sent message ranks above a message that is due. */
const preference: RecipientStatus[] = [
  ...(['REPLIED', 'READ', 'DELIVERED', 'SENT', 'SENDING', 'UNKNOWN'] as const),
  ...(['PENDING', 'FAILED', 'SKIPPED'] as const),
];

const rankOf = ({ status, reason }: RecipientRow): number =>
  preference.indexOf(status === 'SKIPPED' && reason === 'replied' ? 'REPLIED' : status);

/** Marks all but one of a person's recipients as repeats; returns the remaining recipient. */
function keepOne(work: Work, recipients: RecipientRow[]): RecipientRow {
  const [kept, ...repeats] = recipients.toSorted((a, b) => rankOf(a) - rankOf(b) || a.seq - b.seq);
  for (const { id, status } of repeats) {
    if (status === 'PENDING') skipRecipient(work, id, 'duplicate');
    // A sent message keeps its status: `reason` excludes the recipient from later sends.
    else updateRecipient(work, id, { reason: 'duplicate' });
  }
  return kept as RecipientRow;
}

const namesNobody = ['duplicate', 'invalid_number', 'no_contact'];

async function recipientsOf(db: Db, workspaceId: string, contactIds: string[]): Promise<RecipientRow[]> {
  const rows = await db
    .selectFrom('campaign_recipients')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('contact_id', 'in', contactIds)
    .execute();
  return rows.filter(({ reason }) => !namesNobody.includes(reason ?? ''));
}

/**
 * Assigns the number's contact to a recipient. If the contact already has a recipient in the audience, skips one of the
 * two. Returns false if the given recipient is skipped.
 */
export async function settleOn(work: Work, recipient: RecipientRow, contact: ContactRow): Promise<boolean> {
  // Sent under another number as well, before the contacts were joined.
  if (recipient.reason === 'duplicate') {
    skipRecipient(work, recipient.id, 'duplicate');
    return false;
  }
  if (recipient.contact_id === contact.id) return true;
  const others = await recipientsOf(work.db, work.workspace.id, [contact.id]);
  const same = others.filter(({ audience_id: id }) => id === recipient.audience_id);
  const kept = keepOne(work, [recipient, ...same]);
  updateRecipient(work, recipient.id, { contact_id: contact.id, phone: null });
  return kept === recipient;
}

/** Moves recipients to the contact into which theirs is joined: each campaign writes to the person once. */
export async function joinRecipients({ work, rows, gone, kept }: Joining): Promise<boolean> {
  const recipients = await recipientsOf(work.db, work.workspace.id, [gone.id, kept.id]);
  for (const same of Map.groupBy(recipients, (row) => row.audience_id).values()) {
    keepOne(work, same);
    for (const before of same) {
      rows.note('campaign_recipients', before, findRecipient(work.db, work.workspace.id, before.id) as RecipientRow);
    }
  }
  return rows.move('campaign_recipients', { contact_id: gone.id }, { contact_id: kept.id });
}

/** A recipient after the deletion of the contact: only the figures of the report are kept. */
const erased = {
  ...{ contact_id: null, phone: null, name: null, name_folded: '', variables: '{}' },
  // The vendor's id of a message contains the number.
  ...{ content: null, template_values: null, message_id: null, provider_message_id: null },
  status: sql<RecipientStatus>`iif(status = 'PENDING', 'SKIPPED', status)`,
  reason: sql<'no_contact'>`iif(status = 'PENDING', 'no_contact', reason)`,
};

/** Removes a deleted person from all campaigns, including lists with her number. Returns true if more may remain. */
export async function eraseRecipients({ db, workspace }: Work, contact: ContactRow): Promise<boolean> {
  const numbers = addressesOf(db, contact).flatMap(({ kind, value }) => (kind === 'phone' ? [value] : []));
  const hers = db
    .selectFrom('campaign_recipients')
    .select('seq')
    .where('workspace_id', '=', workspace.id)
    .where((where) => where.or([where('contact_id', '=', contact.id), where('phone', 'in', numbers)]));
  const { numUpdatedRows } = await db
    .updateTable('campaign_recipients')
    .set(erased)
    .where('seq', 'in', hers.limit(rowsAtOnce))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === rowsAtOnce;
}

import { rowsAtOnce } from '../../platform/database/workspace-rows.ts';
import { deleteFileIfUnused } from '../../platform/files/delete-unused.ts';
import type { Work } from '../../platform/work/work.ts';
import { listChannels } from '../channels/index.ts';
import { addressesOf, type ContactRow } from '../people/index.ts';

/** Empties the simulated phones of a deleted contact, in parts. Returns true if more may remain. */
export async function erasePhones(work: Work, contact: ContactRow): Promise<boolean> {
  const { db, workspace } = work;
  const phones = addressesOf(db, contact).map(({ value }) => value);
  const channels = (await listChannels(db, workspace.id, { includeDeactivated: true })).map(({ id }) => id);
  const deleted = await db
    .deleteFrom('simulator_messages')
    .where('channel_id', 'in', channels)
    .where('phone', 'in', phones)
    .limit(rowsAtOnce)
    .returning(['file_id', 'from_customer'])
    .execute();
  for (const { file_id: fileId, from_customer: isFromCustomer } of deleted) {
    // The inbox deletes files of the shop, with their messages.
    if (fileId !== null && isFromCustomer === 1 && !(await isOnPhone(work, fileId))) {
      await deleteFileIfUnused(work, fileId);
    }
  }
  await db.deleteFrom('simulator_phones').where('channel_id', 'in', channels).where('phone', 'in', phones).execute();
  return deleted.length === rowsAtOnce;
}

/** Returns true if another phone has the file, too. */
async function isOnPhone({ db }: Work, fileId: string): Promise<boolean> {
  const query = db.selectFrom('simulator_messages').select('seq').where('file_id', '=', fileId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

import { sql } from 'kysely';
import { toMark } from '../../platform/erasure/marks.ts';
import type { Work } from '../../platform/work/work.ts';
import { listChannels } from '../channels/index.ts';
import { addressesOf, type ContactRow } from '../people/index.ts';

/** Deletes the contents of messages that could still be sent again, and the journal's entries of those that arrived. */
export async function eraseSends({ db }: Work, channelId: string, messageIds: string[]): Promise<void> {
  for (const table of ['qr_sends', 'qr_journal'] as const) {
    await db.deleteFrom(table).where('channel_id', '=', channelId).where('message_id', 'in', messageIds).execute();
  }
}

/**
 * Deletes the client's keys and mappings of a deleted contact: their ids are its number or linked id, some with a
 * device or a suffix. A running client keeps them in memory until it restarts; a person who writes again receives new
 * ones.
 */
export async function eraseKeys({ db, workspace }: Work, contact: ContactRow): Promise<boolean> {
  const channels = (await listChannels(db, workspace.id, { includeDeactivated: true })).map(({ id }) => id);
  for (const address of addressesOf(db, contact).map(({ value }) => toMark(value))) {
    await db
      .deleteFrom('qr_auth')
      .where('channel_id', 'in', channels)
      .where(sql<boolean>`(id = ${address} or id glob ${`${address}.*`} or id glob ${`${address}_*`})`)
      .execute();
  }
  return false;
}

import type { Secrets } from '../../platform/access/secrets.ts';
import type { Db } from '../../platform/database/database.ts';
import { type AuthEntry, JournalEntry } from './protocol.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    qr_auth: { channel_id: string; type: string; id: string; sealed: string };
    qr_journal: { channel_id: string; message_id: string; entry: string; arrived_at: string };
    qr_sends: { channel_id: string; message_id: string; content: string; state: SendState; created_at: string };
  }
}

/** SENDING: written, or about to be, and not acknowledged yet. TAKEN and REFUSED: the vendor's acknowledgement. */
export type SendState = 'SENDING' | 'TAKEN' | 'REFUSED';

const purpose = (channelId: string): string => `qr-auth:${channelId}`;

export async function loadAuth(db: Db, secrets: Secrets, channelId: string): Promise<AuthEntry[]> {
  const rows = await db.selectFrom('qr_auth').selectAll().where('channel_id', '=', channelId).execute();
  return rows.map(({ type, id, sealed }) => ({ type, id, value: secrets.unseal(purpose(channelId), sealed) }));
}

/** Stores and deletes entries of the auth state, sealed, in the caller's transaction. */
export async function keepAuth(db: Db, secrets: Secrets, channelId: string, entries: AuthEntry[]): Promise<void> {
  for (const { type, id, value } of entries) {
    if (value === null) {
      const entry = db.deleteFrom('qr_auth').where('channel_id', '=', channelId).where('type', '=', type);
      await entry.where('id', '=', id).execute();
      continue;
    }
    const sealed = secrets.seal(purpose(channelId), value);
    await db
      .insertInto('qr_auth')
      .values({ channel_id: channelId, type, id, sealed })
      .onConflict((conflict) => conflict.columns(['channel_id', 'type', 'id']).doUpdateSet({ sealed }))
      .execute();
  }
}

/** Deletes the pairing and its journal. */
export async function forgetAuth(db: Db, channelId: string): Promise<void> {
  await db.deleteFrom('qr_auth').where('channel_id', '=', channelId).execute();
  await db.deleteFrom('qr_journal').where('channel_id', '=', channelId).execute();
}

/** Records an arrival; a repeated arrival keeps its first time. */
export async function noteArrival(db: Db, channelId: string, entry: JournalEntry, now: string): Promise<void> {
  await db
    .insertInto('qr_journal')
    .values({ channel_id: channelId, message_id: entry.messageId, entry: JSON.stringify(entry), arrived_at: now })
    .onConflict((conflict) => conflict.columns(['channel_id', 'message_id']).doNothing())
    .execute();
}

export async function settleArrivals(db: Db, channelId: string, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const entries = db.deleteFrom('qr_journal').where('channel_id', '=', channelId);
  await entries.where('message_id', 'in', messageIds).execute();
}

/** An arrival whose content has not been stored. */
export interface Unsettled {
  entry: JournalEntry;
  arrivedAt: string;
}

/** Lists the arrivals whose content has not been stored. */
export async function listUnsettled(db: Db, channelId: string): Promise<Unsettled[]> {
  const rows = await db
    .selectFrom('qr_journal as j')
    .select(['j.entry', 'j.arrived_at'])
    .where('j.channel_id', '=', channelId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('provider_events as e')
            .select('e.seq')
            .whereRef('e.channel_id', '=', 'j.channel_id')
            .where('e.kind', '!=', 'gap')
            .whereRef('e.provider_id', '=', 'j.message_id'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ entry: JournalEntry.parse(JSON.parse(row.entry)), arrivedAt: row.arrived_at }));
}

/** Stores a message before it is written. A retry has the same id and replaces the content. */
export async function keepSending(
  db: Db,
  channelId: string,
  messageId: string,
  content: string,
  now: string,
): Promise<void> {
  await db
    .insertInto('qr_sends')
    .values({ channel_id: channelId, message_id: messageId, content, state: 'SENDING', created_at: now })
    .onConflict((conflict) => conflict.columns(['channel_id', 'message_id']).doUpdateSet({ state: 'SENDING', content }))
    .execute();
}

export async function settleSending(db: Db, channelId: string, messageId: string, state: SendState): Promise<void> {
  const sent = db.updateTable('qr_sends').set({ state }).where('channel_id', '=', channelId);
  await sent.where('message_id', '=', messageId).execute();
}

export async function findSending(
  db: Db,
  channelId: string,
  messageId: string,
): Promise<{ content: string; state: SendState } | null> {
  const row = await db
    .selectFrom('qr_sends')
    .select(['content', 'state'])
    .where('channel_id', '=', channelId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row ?? null;
}

import type { Db, Row, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { MessageType } from '../channels/index.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    simulator_pairings: { channel_id: string; phone_number: string; paired_at: string };
    simulator_phones: { channel_id: string; phone: string; online: 0 | 1 };
    simulator_messages: Table<
      'simulator_messages',
      {
        from_customer: 0 | 1;
        type: MessageType;
        /** The state of the message on the customer's phone. */
        status: 'SENT' | 'DELIVERED' | 'READ';
      }
    >;
  }
}

export type SimulatorMessage = Row<'simulator_messages'>;
export type SimulatorMessageDraft = Omit<SimulatorMessage, 'seq' | 'reaction'>;

const insertRow = prepareQuery((db, row: SimulatorMessageDraft) => db.insertInto('simulator_messages').values(row));

export async function insertSimulatorMessage(db: Db, draft: SimulatorMessageDraft): Promise<void> {
  insertRow(db, draft).run();
}

export async function findSimulatorMessage(
  db: Db,
  channelId: string,
  providerMessageId: string,
): Promise<SimulatorMessage | null> {
  const row = await db
    .selectFrom('simulator_messages')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('provider_message_id', '=', providerMessageId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the text of a message on a phone; null if the message was taken back. */
export async function rewriteMessage(
  db: Db,
  channelId: string,
  providerMessageId: string,
  content: string | null,
): Promise<void> {
  const rows = db.updateTable('simulator_messages').set({ content }).where('channel_id', '=', channelId);
  await rows.where('provider_message_id', '=', providerMessageId).execute();
}

const selectOnline = prepareQuery((db, channelId: string, phone: string) =>
  db.selectFrom('simulator_phones').select('online').where('channel_id', '=', channelId).where('phone', '=', phone),
);

export async function isOnline(db: Db, channelId: string, phone: string): Promise<boolean> {
  return selectOnline(db, channelId, phone).first()?.online === 1;
}

export async function setOnline(db: Db, channelId: string, phone: string, online: boolean): Promise<void> {
  const flag = online ? 1 : 0;
  await db
    .insertInto('simulator_phones')
    .values({ channel_id: channelId, phone, online: flag })
    .onConflict((conflict) => conflict.columns(['channel_id', 'phone']).doUpdateSet({ online: flag }))
    .execute();
}

/** Advances the shop's messages on a phone to a status; returns the vendor ids of those that changed, oldest first. */
export async function advanceMessages(
  db: Db,
  channelId: string,
  phone: string,
  to: 'DELIVERED' | 'READ',
): Promise<string[]> {
  const from = to === 'READ' ? (['SENT', 'DELIVERED'] as const) : (['SENT'] as const);
  const rows = await db
    .updateTable('simulator_messages')
    .set({ status: to })
    .where('channel_id', '=', channelId)
    .where('phone', '=', phone)
    .where('from_customer', '=', 0)
    .where('status', 'in', from)
    .returning(['provider_message_id', 'seq'])
    .execute();
  return rows.sort((a, b) => a.seq - b.seq).map((row) => row.provider_message_id);
}

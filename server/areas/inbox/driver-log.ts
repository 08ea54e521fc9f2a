import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { DriverLog } from '../channels/index.ts';
import { findMessageById } from './message-log.ts';
import { findByProviderId } from './messages.store.ts';

/** How many messages before a reply are searched for those that it answers. */
const mostAnswered = 30;

const countPending = prepareQuery((db, channelId: string) =>
  db
    .selectFrom('messages')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('channel_id', '=', channelId)
    .where('status', '=', 'PENDING'),
);

const selectAny = prepareQuery((db, channelId: string) =>
  db.selectFrom('conversations').select('id').where('channel_id', '=', channelId).limit(1),
);

/** The part of the inbox that channels and their drivers may read. */
export const driverLog: DriverLog = {
  countPending: (db, channelId) => countPending(db, channelId).first()?.count ?? 0,

  hasConversations: (db, channelId) => selectAny(db, channelId).first() !== undefined,

  findChannelId: (db, workspaceId, messageId) => findMessageById(db, workspaceId, messageId)?.channel_id ?? null,

  async findByProviderId(db, channelId, providerMessageId) {
    const row = await findByProviderId(db, channelId, providerMessageId);
    if (!row) return null;
    const agentName = row.author === 'AGENT' ? row.author_name : null;
    return { isOurs: row.direction === 'OUTBOUND', text: row.content ?? '', agentName };
  },

  async listAnswered(db, channelId, providerMessageId) {
    const sent = await findByProviderId(db, channelId, providerMessageId);
    if (!sent) return [];
    const before = await db
      .selectFrom('messages')
      .select(['direction', 'provider_message_id'])
      .where('workspace_id', '=', sent.workspace_id)
      .where('conversation_id', '=', sent.conversation_id)
      .where('seq', '<', sent.seq)
      .orderBy('seq', 'desc')
      .limit(mostAnswered)
      .execute();
    const ours = before.findIndex((message) => message.direction === 'OUTBOUND');
    const answered = ours === -1 ? before : before.slice(0, ours);
    return answered.flatMap((message) => message.provider_message_id ?? []);
  },

  async listUnreceipted(db, channel, { after, until, limit }) {
    const rows = await db
      .selectFrom('messages')
      .select('provider_message_id')
      .where('workspace_id', '=', channel.workspaceId)
      .where('channel_id', '=', channel.id)
      .where('direction', '=', 'OUTBOUND')
      .where('status', '=', 'SENT')
      .where('provider_message_id', 'is not', null)
      .where('created_at', '>', after)
      .where('created_at', '<=', until)
      .limit(limit)
      .execute();
    return rows.flatMap((row) => row.provider_message_id ?? []);
  },
};

import type { Work } from '../../../platform/work/work.ts';
import { type ContactRow, countConversation, deleteDuplicate } from '../../people/index.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Called when the messages of a conversation have moved to another one, before the empty one is deleted. */
    conversationJoined: (work: Work, goneId: string, keptId: string) => Promise<void>;
  }
}

/**
 * Makes one of two contacts that are one person: a provider told the number behind an address that had none. The
 * duplicate's conversations become the contact's; where both talked on the same channel their messages are put together.
 */
export async function joinContacts(work: Work, duplicate: ContactRow, contact: ContactRow): Promise<void> {
  const conversations = await work.db
    .selectFrom('conversations')
    .select(['id', 'channel_id'])
    .where('workspace_id', '=', work.workspace.id)
    .where('contact_id', '=', duplicate.id)
    .execute();
  for (const { id, channel_id: channelId } of conversations) {
    const same = await work.db
      .selectFrom('conversations')
      .select(['id'])
      .where('workspace_id', '=', work.workspace.id)
      .where('contact_id', '=', contact.id)
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    if (same) await joinConversations(work, id, same.id);
    else await giveTo(work, id, contact);
  }
  await deleteDuplicate(work, duplicate, contact);
}

async function giveTo(work: Work, conversationId: string, contact: ContactRow): Promise<void> {
  await work.db
    .updateTable('conversations')
    .set({ contact_id: contact.id, updated_at: work.now })
    .where('workspace_id', '=', work.workspace.id)
    .where('id', '=', conversationId)
    .execute();
  await countConversation(work, contact.id);
}

async function joinConversations(work: Work, from: string, into: string): Promise<void> {
  const source = await work.db.selectFrom('conversations').selectAll().where('id', '=', from).executeTakeFirstOrThrow();
  const target = await work.db.selectFrom('conversations').selectAll().where('id', '=', into).executeTakeFirstOrThrow();
  await work.db.updateTable('messages').set({ conversation_id: into }).where('conversation_id', '=', from).execute();
  await work.db
    .updateTable('conversations')
    .set((build) => ({
      unread_count: build('unread_count', '+', source.unread_count),
      ...(source.last_message_at > target.last_message_at
        ? { last_message: source.last_message, last_message_at: source.last_message_at }
        : {}),
      ...((source.last_inbound_at ?? '') > (target.last_inbound_at ?? '')
        ? { last_inbound_at: source.last_inbound_at }
        : {}),
      updated_at: work.now,
    }))
    .where('workspace_id', '=', work.workspace.id)
    .where('id', '=', into)
    .execute();
  for (const follow of work.provided('conversationJoined')) await follow(work, from, into);
  await work.db.deleteFrom('conversations').where('id', '=', from).execute();
}

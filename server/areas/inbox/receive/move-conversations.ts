import type { Row } from '../../../platform/database/database.ts';
import { deleteRow, findRow, findRowBy, updateRow, updateRows } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type ContactRow, countConversation } from '../../people/index.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Called after a conversation's messages have moved to another one, before the empty one is deleted. */
    conversationJoined: (work: Work, goneId: string, keptId: string) => Promise<void>;
  }
}

/** Moves the conversations of a duplicate to the contact; two conversations on the same channel become one. */
export async function moveConversations(work: Work, duplicate: ContactRow, contact: ContactRow): Promise<void> {
  const conversations = await work.db
    .selectFrom('conversations')
    .select(['id', 'channel_id'])
    .where('workspace_id', '=', work.workspace.id)
    .where('contact_id', '=', duplicate.id)
    .execute();
  for (const { id, channel_id: channelId } of conversations) {
    const withContact = { contact_id: contact.id, channel_id: channelId };
    const same = await findRowBy(work.db, 'conversations', work.workspace.id, withContact);
    if (same) await joinConversations(work, id, same.id);
    else await giveTo(work, id, contact);
  }
}

async function giveTo(work: Work, conversationId: string, contact: ContactRow): Promise<void> {
  await updateRow(work.db, 'conversations', work.workspace.id, conversationId, {
    contact_id: contact.id,
    updated_at: work.now,
  });
  await countConversation(work, contact.id);
}

async function joinConversations(work: Work, from: string, into: string): Promise<void> {
  const { db, workspace, now } = work;
  const source = await findRow(db, 'conversations', workspace.id, from);
  const target = await findRow(db, 'conversations', workspace.id, into);
  if (!source || !target) throw new Error(`One of the conversations ${from} and ${into} is gone`);
  const moved = { conversation_id: into };
  await updateRows(db, 'messages', workspace.id, { conversation_id: from }, moved);
  await updateRows(db, 'conversation_notes', workspace.id, { conversation_id: from }, moved);
  await updateRow(db, 'conversations', workspace.id, into, {
    ...(strength[source.status] > strength[target.status] ? stateOf(source) : {}),
    unread_count: target.unread_count + source.unread_count,
    ...(source.last_message_at > target.last_message_at
      ? { last_message: source.last_message, last_message_at: source.last_message_at }
      : {}),
    ...((source.last_inbound_at ?? '') > (target.last_inbound_at ?? '')
      ? { last_inbound_at: source.last_inbound_at }
      : {}),
    waiting_since: earlier(source.waiting_since, target.waiting_since),
    unanswered_since: earlier(source.unanswered_since, target.unanswered_since),
    updated_at: now,
  });
  for (const follow of work.provided('conversationJoined')) await follow(work, from, into);
  await deleteRow(db, 'conversations', workspace.id, from);
}

/** The stronger state of two joined conversations stays: an open one does not end, one with a person keeps that person. */
const strength: Record<Row<'conversations'>['status'], number> = { RESOLVED: 0, ACTIVE: 1, HANDED_OFF: 2 };

const stateOf = (row: Row<'conversations'>) => ({
  status: row.status,
  handoff_type: row.handoff_type,
  assigned_to: row.assigned_to,
  assigned_to_user_id: row.assigned_to_user_id,
  snoozed_until: row.snoozed_until,
  resolved_from: row.resolved_from,
});

const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null && other < one ? other : (one ?? other);

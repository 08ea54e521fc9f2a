import type { Row } from '../../../platform/database/database.ts';
import { findRow, findRowBy } from '../../../platform/database/workspace-rows.ts';
import type { Joining } from '../../people/index.ts';

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /**
     * Called until all return false before a conversation's messages move to another one: moves a part of the rows that
     * refer to it, and returns true if more may remain.
     */
    conversationJoined: (joining: Joining, goneId: string, keptId: string) => Promise<boolean>;
  }
}

/** Moves conversations to the contact into which theirs is joined; joins two conversations on the same channel. */
export async function moveConversations(joining: Joining): Promise<boolean> {
  const { work, rows, gone, kept } = joining;
  const conversations = await work.db
    .selectFrom('conversations')
    .select(['id', 'channel_id'])
    .where('workspace_id', '=', work.workspace.id)
    .where('contact_id', '=', gone.id)
    .execute();
  for (const { id, channel_id: channelId } of conversations) {
    const withContact = { contact_id: kept.id, channel_id: channelId };
    const same = await findRowBy(work.db, 'conversations', work.workspace.id, withContact);
    if (same && (await joinConversations(joining, id, same.id))) return true;
    const toKept = { contact_id: kept.id, updated_at: work.now };
    if (!same && (await rows.move('conversations', { id, contact_id: gone.id }, toKept))) return true;
  }
  return false;
}

/** Flows and turns first: messages of the customer meanwhile arrive in the kept conversation. */
async function joinConversations(joining: Joining, from: string, into: string): Promise<boolean> {
  const { work, rows } = joining;
  const { db, workspace, now } = work;
  for (const follow of work.provided('conversationJoined')) if (await follow(joining, from, into)) return true;
  const moved = { conversation_id: into };
  if (await rows.move('conversation_notes', { conversation_id: from }, moved)) return true;
  if (await moveMessages(joining, from, into)) return true;
  const source = await findRow(db, 'conversations', workspace.id, from);
  const target = await findRow(db, 'conversations', workspace.id, into);
  if (!source || !target) throw new Error(`One of the conversations ${from} and ${into} is gone`);
  await rows.change('conversations', target, { ...joinedColumns(source, target), updated_at: now });
  await rows.remove('conversations', { id: from });
  return false;
}

/** Both conversations may have a message with the same key. Only the move detects it: a search is expensive. */
async function moveMessages(joining: Joining, from: string, into: string): Promise<boolean> {
  const move = () => joining.rows.move('messages', { conversation_id: from }, { conversation_id: into });
  try {
    return await move();
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
    await freeKeys(joining, from, into);
    return move();
  }
}

/** Clears message keys that the other conversation has, too: a repeat of the request finds the message there. */
async function freeKeys({ work: { db, workspace }, rows }: Joining, from: string, into: string): Promise<void> {
  const keysOf = (id: string) =>
    db
      .selectFrom('messages')
      .select('idempotency_key')
      .where('conversation_id', '=', id)
      .where('idempotency_key', 'is not', null);
  const repeated = await keysOf(from).where('idempotency_key', 'in', keysOf(into)).execute();
  for (const { idempotency_key: key } of repeated) {
    const match = { conversation_id: from, idempotency_key: key };
    const message = await findRowBy(db, 'messages', workspace.id, match);
    if (message) await rows.change('messages', message, { idempotency_key: null });
  }
}

/** The stronger state of two joined conversations stays: an open state, or one with a person, who is kept. */
const strength: Record<Columns['status'], number> = { RESOLVED: 0, ACTIVE: 1, HANDED_OFF: 2 };

const stateOf = (row: Columns) => ({
  status: row.status,
  handoff_type: row.handoff_type,
  assigned_to: row.assigned_to,
  assigned_to_user_id: row.assigned_to_user_id,
  snoozed_until: row.snoozed_until,
  resolved_from: row.resolved_from,
});

const joinedColumns = (source: Columns, target: Columns): Partial<Columns> => ({
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
});

type Columns = Row<'conversations'>;

const earlier = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null && other < one ? other : (one ?? other);

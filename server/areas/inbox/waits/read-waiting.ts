import type { Db } from '../../../platform/database/database.ts';
import type { LastMessage } from '../schemas.ts';
import { countConversations, selectFiltered } from '../store.ts';

/** A customer who waits for a person. */
export interface Waiting {
  conversationId: string;
  name: string | null;
  phone: string | null;
  username: string | null;
  since: string;
  /** Why it is a person's: the conversation's `handoffType`. */
  reason: string | null;
  /** The last message, if the customer wrote it. */
  text: string | null;
  /** The notice, if the customer's last message is one. */
  notice: LastMessage['notice'];
}

/** Those who wait for a person, the longest first, and how many there are. */
export async function readWaiting(
  db: Db,
  workspaceId: string,
  limit: number,
): Promise<{ count: number; longest: Waiting[] }> {
  const rows = await selectFiltered(db, workspaceId, { waiting: true })
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .select(['v.id', 'v.waiting_since', 'v.handoff_type', 'v.last_message', 'c.name', 'c.phone', 'c.username'])
    .orderBy('v.waiting_since')
    .limit(limit)
    .execute();
  const longest = rows.map((row) => {
    const last = row.last_message === null ? null : (JSON.parse(row.last_message) as LastMessage);
    return {
      conversationId: row.id,
      name: row.name,
      phone: row.phone,
      username: row.username,
      since: row.waiting_since ?? '',
      reason: row.handoff_type,
      text: last?.author === 'CONTACT' && last.type !== 'LOCATION' ? last.content : null,
      notice: last?.author === 'CONTACT' ? last.notice : null,
    };
  });
  return { count: await countConversations(db, workspaceId, { waiting: true }), longest };
}

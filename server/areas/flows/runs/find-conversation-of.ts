import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import { type ConversationRow, findConversation } from '../../inbox/index.ts';
import type { Place } from './counts.ts';

const selectLatest = prepareQuery((db, workspaceId: string, phone: string) =>
  db
    .selectFrom('conversations as v')
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .select('v.id')
    .where('c.workspace_id', '=', workspaceId)
    .where('c.phone', '=', phone)
    .orderBy('v.last_message_at', 'desc')
    .limit(1),
);

/** The conversation that an event tells of, else the latest one with its number; null where there is none. */
export async function findConversationOf(
  { db, workspace }: Place,
  { type, data }: EventRecord,
): Promise<ConversationRow | null> {
  const named = type.startsWith('conversation.') ? data.id : data.conversationId;
  if (typeof named === 'string') return findConversation(db, workspace.id, named);
  const phone = [data.clientPhone, data.contactPhone, data.phone].find((value) => typeof value === 'string');
  const latest = phone === undefined ? undefined : selectLatest(db, workspace.id, String(phone)).first();
  return latest ? findConversation(db, workspace.id, latest.id) : null;
}

import type { EventRecord } from '../../../platform/work/events.ts';
import { type ConversationRow, findConversation, findLatestConversationId } from '../../inbox/index.ts';
import type { Place } from './counts.ts';

/** The conversation that an event tells of, else the latest one with its number; null where there is none. */
export async function findConversationOf(
  { db, workspace }: Place,
  { type, data }: EventRecord,
): Promise<ConversationRow | null> {
  const named = type.startsWith('conversation.') ? data.id : data.conversationId;
  if (typeof named === 'string') return findConversation(db, workspace.id, named);
  const phone = [data.clientPhone, data.contactPhone, data.phone].find((value) => typeof value === 'string');
  const latestId = phone === undefined ? null : await findLatestConversationId(db, workspace.id, String(phone));
  return latestId === null ? null : findConversation(db, workspace.id, latestId);
}

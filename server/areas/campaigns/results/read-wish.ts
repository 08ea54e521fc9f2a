import type { Db } from '../../../platform/database/database.ts';
import { findContactIdOf, type MessageRow } from '../../inbox/index.ts';
import { type ContactRow, findContactById, wishOf } from '../../people/index.ts';
import { readOptOutWord } from '../sending/sending-rules.ts';

/** The contact of a message's conversation; null when it was deleted since. */
export function findSender(db: Db, workspaceId: string, messageId: string): ContactRow | null {
  const id = findContactIdOf(db, workspaceId, messageId);
  return id === null ? null : findContactById(db, workspaceId, id);
}

/** The wish about campaigns that a customer's message states: by a word, or by the stop button of a template. */
export function readWish(db: Db, message: MessageRow): 'stop' | 'start' | null {
  const byWord = readOptOutWord(db, message.workspace_id, message.content);
  if (byWord !== null || message.provider_message_id === null) return byWord;
  const contact = findSender(db, message.workspace_id, message.id);
  const last = contact && wishOf(contact);
  return last?.in === message.provider_message_id ? last.wish : null;
}

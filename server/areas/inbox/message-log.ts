import type { Db } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { findByPhone } from '../people/index.ts';
import type { MessageRow } from './store.ts';

/** Who answers a customer; campaigns and notices answer nobody. */
const answering = ['HUMAN', 'AGENT', 'FLOW'] as const;

const selectById = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('messages').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

/** A message by its id alone. */
export const findMessageById = (db: Db, workspaceId: string, id: string): MessageRow | null =>
  selectById(db, workspaceId, id).first() ?? null;

const selectInbound = (db: Db, workspaceId: string, conversationId: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'INBOUND')
    .limit(1);

const selectNewestInbound = prepareQuery((db, workspaceId: string, conversationId: string) =>
  selectInbound(db, workspaceId, conversationId).orderBy('seq', 'desc'),
);

const selectFirstInbound = prepareQuery((db, workspaceId: string, conversationId: string) =>
  selectInbound(db, workspaceId, conversationId).orderBy('seq'),
);

/** What the customer wrote last. */
export const findNewestInbound = (db: Db, workspaceId: string, conversationId: string): MessageRow | null =>
  selectNewestInbound(db, workspaceId, conversationId).first() ?? null;

/** What the customer wrote first. */
export const findFirstInbound = (db: Db, workspaceId: string, conversationId: string): MessageRow | null =>
  selectFirstInbound(db, workspaceId, conversationId).first() ?? null;

/** What the customer wrote between two places of the log, both included, one line a message. */
export async function readInboundText(
  db: Db,
  workspaceId: string,
  conversationId: string,
  { first, last }: { first: number; last: number },
): Promise<string> {
  const rows = await db
    .selectFrom('messages')
    .select('content')
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'INBOUND')
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .where('type', '!=', 'LOCATION')
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ content }) => content ?? []).join('\n');
}

const selectAnswer = prepareQuery((db, workspaceId: string, conversationId: string, seq: number) =>
  db
    .selectFrom('messages')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', seq)
    .where('author', 'in', [...answering])
    .limit(1),
);

/** Whether a person, an agent or a flow has written after a place of the log. */
export const isAnsweredAfter = (db: Db, workspaceId: string, conversationId: string, seq: number): boolean =>
  selectAnswer(db, workspaceId, conversationId, seq).first() !== undefined;

const selectContactId = prepareQuery((db, workspaceId: string, messageId: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as v', 'v.id', 'm.conversation_id')
    .select('v.contact_id')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.id', '=', messageId),
);

/** The contact in whose conversation a message stands; null when it is gone. */
export const findContactIdOf = (db: Db, workspaceId: string, messageId: string): string | null =>
  selectContactId(db, workspaceId, messageId).first()?.contact_id ?? null;

const selectLatest = prepareQuery((db, workspaceId: string, contactId: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('contact_id', '=', contactId)
    .orderBy('last_message_at', 'desc')
    .limit(1),
);

/** The id of the conversation in which a number talked last; null where there is none. */
export async function findLatestConversationId(db: Db, workspaceId: string, phone: string): Promise<string | null> {
  const contact = await findByPhone(db, workspaceId, phone);
  return (contact && selectLatest(db, workspaceId, contact.id).first()?.id) ?? null;
}

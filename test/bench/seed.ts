import { openSqlite } from '../../server/platform/database/database.ts';
import { indexedText } from '../../server/platform/database/text-index.ts';
import { newId } from '../../server/platform/ids.ts';

const words =
  'pizza calabresa entrega pedido endereço cartão pix troco borda catupiry refrigerante promoção horário rua bairro ' +
  'obrigado por favor quanto custa tem hoje amanhã cedo tarde noite família mesa reserva aniversário bolo doce salgado ' +
  'açaí café pão queijo presunto frango palmito azeitona cebola tomate rúcula manjericão';
const vocabulary = words.split(' ');

/** Rare words, like names and codes in a shop's history. */
const text = (index: number): string => {
  const picked = Array.from(
    { length: 8 },
    (_, place) => vocabulary[(index * 7 + place * 13 + (index >> 5)) % vocabulary.length],
  );
  return `${picked.join(' ')} ref${(index % 50_000).toString(36)}`;
};

/**
 * Fills a migrated database with conversations and messages of one workspace and channel, through plain statements.
 * Returns the ids of the conversations.
 */
export function seedConversations(
  file: string,
  workspaceId: string,
  channelId: string,
  conversations: number,
  messagesEach: number,
): string[] {
  const db = openSqlite(file);
  db.pragma('synchronous = OFF');
  const contact = db.prepare(
    'insert into contacts (id, workspace_id, phone, name, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
  );
  const contactText = db.prepare('insert into contact_search (rowid, text) values (?, ?)');
  const conversation = db.prepare(
    `insert into conversations (id, workspace_id, channel_id, contact_id, status, last_message, last_message_at,
       last_inbound_at, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const message = db.prepare(
    `insert into messages (id, workspace_id, conversation_id, channel_id, provider_message_id, direction, author, type,
       content, status, written_at, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'INBOUND', 'CONTACT', 'TEXT', ?, 'RECEIVED', ?, ?, ?)`,
  );
  const messageText = db.prepare('insert into message_search (rowid, text) values (?, ?)');
  const start = Date.now() - conversations * 1_000;
  const ids: string[] = [];
  const seed = db.transaction((from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const at = new Date(start + i * 1_000).toISOString();
      const contactId = newId('ct');
      const phone = `+55119${String(10_000_000 + i)}`;
      const name = `Cliente ${text(i).split(' ')[0]} ${i}`;
      const { lastInsertRowid } = contact.run(contactId, workspaceId, phone, name, at, at);
      contactText.run(
        lastInsertRowid,
        indexedText(workspaceId, `${name} ${phone.slice(1)} ${phone.slice(3)} ${phone.slice(5)} ${phone.slice(-4)}`),
      );
      const id = newId('conv');
      ids.push(id);
      const last = JSON.stringify({
        id: newId('msg'),
        direction: 'INBOUND',
        author: 'CONTACT',
        type: 'TEXT',
        content: text(i),
        notice: null,
        deletedAt: null,
        error: null,
        writtenAt: at,
        createdAt: at,
      });
      const status = i % 10 === 0 ? 'HANDED_OFF' : i % 3 === 0 ? 'RESOLVED' : 'ACTIVE';
      conversation.run(id, workspaceId, channelId, contactId, status, last, at, at, at, at);
      for (let m = 0; m < messagesEach; m++) {
        const content = text(i * messagesEach + m);
        const row = message.run(newId('msg'), workspaceId, id, channelId, newId('seed'), content, at, at, at);
        messageText.run(row.lastInsertRowid, indexedText(workspaceId, content));
      }
    }
  });
  for (let from = 0; from < conversations; from += 2_000) seed(from, Math.min(conversations, from + 2_000));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return ids;
}

import { createHash } from 'node:crypto';
import express from 'express';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { indexedText } from '../../../server/platform/database/text-index.ts';
import { newId } from '../../../server/platform/ids.ts';

/**
 * The baseline of the benchmarks: the same SQL behind bare Express and prepared statements, without validation, scopes,
 * problems, ETags or anything else. The `+` keeps SQLite from replanning a join on every run.
 * `node bare-server.ts FILE commit|group`.
 */
const [file = '', mode = 'commit'] = process.argv.slice(2);
const db = openSqlite(file);

const findKey = db.prepare(
  'select k.id, k.workspace_id, k.revoked_at, w.* from api_keys k join workspaces w on w.id = k.workspace_id where k.hash = +?',
);
const findConversation = db.prepare(
  `select v.*, c.phone as contact_phone, c.name as contact_name, h.provider, h.status as channel_status
   from conversations v join contacts c on c.id = v.contact_id join channels h on h.id = v.channel_id
   where v.workspace_id = +? and v.id = +?`,
);
const insertMessage = db.prepare(
  `insert into messages (id, workspace_id, conversation_id, channel_id, provider_message_id, direction, author, type,
     content, status, written_at, created_at, updated_at)
   values (?, ?, ?, ?, ?, 'OUTBOUND', 'HUMAN', 'TEXT', ?, 'PENDING', ?, ?, ?)`,
);
const indexMessage = db.prepare('insert into message_search (rowid, text) values (?, ?)');
const touch = db.prepare(
  'update conversations set last_message = ?, last_message_at = ?, unread_count = 0, updated_at = ? where id = ?',
);
const consume = db.prepare(
  `insert into usage_counters (workspace_id, kind, period, used) values (?, 'messagesPerMonth', ?, 1)
   on conflict (workspace_id, kind, period) do update set used = used + 1`,
);
const count = db.prepare(
  `insert into conversation_counters (workspace_id, day, kind, count) values (?, ?, 'sent', 1)
   on conflict (workspace_id, day, kind) do update set count = count + 1`,
);
const accept = db.prepare(
  `insert into simulator_messages (channel_id, provider_message_id, phone, from_customer, type, content, status, at)
   values (?, ?, ?, 0, 'TEXT', ?, 'SENT', ?)`,
);
const markSent = db.prepare("update messages set status = 'SENT', sent_at = ?, updated_at = ? where id = ?");
const insertEvent = db.prepare(
  "insert into events (id, workspace_id, type, source, occurred_at, data) values (?, ?, ?, 'API', ?, ?)",
);
const begin = db.prepare('begin immediate');
const commit = db.prepare('commit');

type Row = Record<string, string>;

function send(conversation: Row, content: string): object {
  const now = new Date().toISOString();
  const id = newId('msg');
  const providerId = newId('sim');
  const { workspace_id: workspaceId = '', channel_id: channelId } = conversation;
  consume.run(workspaceId, now.slice(0, 7));
  const { lastInsertRowid } = insertMessage.run(
    id,
    workspaceId,
    conversation.id,
    channelId,
    providerId,
    content,
    now,
    now,
    now,
  );
  indexMessage.run(lastInsertRowid, indexedText(workspaceId, content));
  touch.run(JSON.stringify({ id, content }), now, now, conversation.id);
  accept.run(channelId, providerId, conversation.contact_phone, content, now);
  markSent.run(now, now, id);
  count.run(workspaceId, now.slice(0, 10));
  const message = { id, conversationId: conversation.id, content, status: 'SENT', createdAt: now, updatedAt: now };
  insertEvent.run(newId('evt'), workspaceId, 'message.sent', now, JSON.stringify(message));
  insertEvent.run(newId('evt'), workspaceId, 'message.status', now, JSON.stringify(message));
  return message;
}

let waiting: { conversation: Row; content: string; answer: (message: object) => void }[] = [];

function flush(): void {
  const group = waiting;
  waiting = [];
  begin.run();
  const messages = group.map((entry) => send(entry.conversation, entry.content));
  commit.run();
  for (const [index, entry] of group.entries()) entry.answer(messages[index] as object);
}

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.use(express.json());
app.use((request, response, next) => {
  const key = request.headers.authorization?.slice(7) ?? '';
  const row = findKey.get(createHash('sha256').update(key).digest('hex')) as Row | undefined;
  if (!row || row.revoked_at) return response.status(401).end();
  response.locals.workspaceId = row.workspace_id;
  next();
});
app.get('/api/conversations/:id', (request, response) => {
  const row = findConversation.get(response.locals.workspaceId, request.params.id);
  if (!row) return response.status(404).end();
  response.json(row);
});
app.post('/api/conversations/:id/messages', (request, response) => {
  const conversation = findConversation.get(response.locals.workspaceId, request.params.id) as Row | undefined;
  if (!conversation) return response.status(404).end();
  const { content } = request.body;
  if (mode === 'group') {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ conversation, content, answer: (message) => response.status(201).json(message) });
    return;
  }
  begin.run();
  const message = send(conversation, content);
  commit.run();
  response.status(201).json(message);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Bare is ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));

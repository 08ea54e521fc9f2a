import { sql } from 'kysely';
import { listRows } from '../../../platform/database/text-index.ts';
import { labelOf } from '../../people/index.ts';
import { type Hit, mostHits, type Search, snippetOf } from '../../search/index.ts';
import { matchingMessages } from './search-conversations.ts';

interface Found {
  id: string;
  conversation_id: string;
  content: string | null;
  written_at: string;
  name: string | null;
  phone: string | null;
  username: string | null;
}

/** The index keeps the words of a message that was taken back: it is found by them, and shown with them. */
const lastWords = sql<string | null>`coalesce(m.content, m.earlier ->> '$[#-1].content')`;

/** The newest matching message of each of the latest conversations that have one. */
export async function searchMessages({ db, workspace, text }: Search): Promise<Hit[]> {
  const messages = matchingMessages(db, workspace.id, text);
  if (!messages) return [];
  // `cross join` fixes the join order: SQLite starts from the few hits.
  const { rows } = await sql<Found>`
    select m.id, m.conversation_id, ${lastWords} as content, m.written_at, c.name, c.phone, c.username from (
      select max(m.seq) as seq from (${listRows(messages)}) f cross join messages m
        where m.seq = f.rowid and +m.workspace_id = ${workspace.id}
        group by m.conversation_id order by 1 desc limit ${mostHits}
    ) hit cross join messages m cross join conversations v cross join contacts c
    where m.seq = hit.seq and v.id = m.conversation_id and c.id = v.contact_id
    order by m.seq desc`.execute(db);
  return rows.map((row) => ({
    kind: 'message',
    id: row.id,
    title: { text: labelOf(row), matches: [] },
    snippet: snippetOf(row.content ?? '', text),
    at: row.written_at,
    conversationId: row.conversation_id,
  }));
}

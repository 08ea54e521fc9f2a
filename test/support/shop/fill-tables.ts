import type { SqliteHandle } from '../../../server/platform/database/database.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { indexedText } from '../../../server/platform/database/text-index.ts';

/** Columns that must be unique, or that date a copy into the past: SQL expressions of the copy's number `n`. */
const overrides: Record<string, Record<string, string>> = {
  appointments: {
    start_time: moved("printf('%+d minutes', n * 30 - 720000)"),
    end_time: moved("printf('%+d minutes', n * 30 - 719970)"),
  },
  // An audience has at most ten thousand people.
  campaign_recipients: {
    message_id: 'null',
    contact_id: "'ct_copy_' || n",
    phone: 'null',
    audience_id: "audience_id || iif(n < 10000, '', '-' || (n / 10000))",
  },
  contacts: { phone: phone(), conversation_count: '1', lead_count: '0', order_count: '0' },
  conversations: { contact_id: "'ct_copy_' || n" },
  crm_cards: { order_key: "printf('e%05d', n)" },
  delivery_attempts: { delivery_id: "'dlv_copy_' || n", number: 'number' },
  conversation_counters: { day: day() },
  flow_run_steps: { run_id: "'run_copy_' || n", position: 'position' },
  flow_runs: { state: "'COMPLETED'", due_at: 'null' },
  integration_attempts: { job_id: "'sync_copy_' || n", number: 'number' },
  jobs: { status: "'DONE'", key: "'copy ' || n" },
  leads: { contact_id: "'ct_copy_' || n" },
  message_reactions: { message_id: "'msg_copy_' || n", author: 'author' },
  messages: { idempotency_key: 'null' },
  orders: { created_day: day() },
  reply_counters: { day: day() },
  reply_questions: { day: day(), question: "'Vocês têm ' || n || '?'", question_folded: "'voces tem ' || n || '?'" },
  reply_traces: { message_id: 'null' },
  reply_turns: { state: "'DONE'" },
};

/** Tables that grow with a shop's work, each with the full-text index of its rows. */
const growing: Record<string, string | null> = {
  ...{ contacts: 'contact_search', conversations: null, messages: 'message_search' },
  ...{ conversation_waits: null, message_reactions: null, events: null, deliveries: null, delivery_attempts: null },
  ...{ orders: 'order_search', appointments: 'appointment_search', leads: 'lead_search', crm_cards: 'card_search' },
  ...{ crm_events: null, campaign_recipients: null, flow_runs: null, flow_run_steps: null, integration_jobs: null },
  ...{ integration_attempts: null, reply_turns: null, reply_traces: null, reply_questions: null, files: null },
  ...{ jobs: null, provider_events: null, simulator_messages: null, campaigns: null },
  catalog_items: null,
};

/** Of these an agent has at most 5,000. */
const limits: Record<string, number> = { catalog_items: 4_999 };

/** First rows of tables that only background work fills; the other tables have rows already. */
const firstRows: Record<string, string> = {
  flow_runs: `insert into flow_runs (id, workspace_id, flow_id, version_id, conversation_id, trigger_key, depth, state,
      step_count, variables, created_at, updated_at, finished_at)
    select 'run_first', workspace_id, id, 'flowver_first', (select id from conversations limit 1), 'first', 0, 'COMPLETED', 1, '{}',
      updated_at, updated_at, updated_at from flows where workspace_id = ? limit 1`,
  flow_run_steps: `insert into flow_run_steps select id, 0, 'hello', workspace_id, created_at from flow_runs where workspace_id = ? limit 1`,
  message_reactions: `insert into message_reactions select id, workspace_id, 'CONTACT', '👍', created_at from messages
    where workspace_id = ? limit 1`,
  conversation_waits: `insert into conversation_waits (workspace_id, kind, answered_at, waited_ms)
    select workspace_id, 'first', created_at, 60000 from conversations where workspace_id = ? limit 1`,
  reply_turns: `insert into reply_turns (id, workspace_id, conversation_id, state, first_message_seq, last_message_seq, first_at,
      due_at, created_at, updated_at)
    select 'turn_first', workspace_id, id, 'DONE', 1, 1, created_at, created_at, created_at, created_at from conversations
    where workspace_id = ? limit 1`,
  reply_traces: `insert into reply_traces (id, workspace_id, agent_id, conversation_id, turn_key, kind, trace, created_at, updated_at)
    select 'trace_first', workspace_id, (select id from ai_agents limit 1), id, 'first', 'fallback', '{}', created_at, created_at
    from conversations where workspace_id = ? limit 1`,
  reply_questions: `insert into reply_questions (id, workspace_id, agent_id, conversation_id, question, question_folded, day, asked_at)
    select 'question_first', workspace_id, (select id from ai_agents limit 1), id, 'Tem?', 'tem?', date('now'), created_at
    from conversations where workspace_id = ? limit 1`,
};

/** The word that every copy's text contains. */
export const commonWord = 'margarida';

function phone(): string {
  return "'+55119' || printf('%08d', n)";
}

function day(): string {
  return "date('now', '-' || (n % 1000) || ' days')";
}

function moved(by: string, column = "'now'"): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${by})`;
}

interface Column {
  name: string;
  type: string;
  notnull: number;
}

/**
 * Copies the first row of each growing table until the workspace has `rows` of them, half an hour apart into the past. All
 * belong to the same conversation, agent, contact, flow and so on, which costs more than any real shop. Runs plain SQL
 * while the server is running.
 */
export function fillTables(file: string, workspaceId: string, rows: number): void {
  const db = openSqlite(file);
  db.pragma('foreign_keys = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -500000');
  db.transaction(() => {
    for (const [table, index] of Object.entries(growing)) {
      if (firstRows[table]) db.prepare(firstRows[table]).run(workspaceId);
      copyRows(db, table, workspaceId, Math.min(rows, limits[table] ?? rows));
      if (index) fillIndex(db, table, index, workspaceId);
    }
    db.exec('update order_numbers set last_number = (select max(number) from orders)');
    db.exec('analyze');
  })();
  db.close();
}

function copyRows(db: SqliteHandle, table: string, workspaceId: string, rows: number): void {
  const columns = db.prepare(`select name, type, "notnull" from pragma_table_info('${table}')`).all() as Column[];
  const kept = columns.filter(({ name }) => name !== 'seq');
  const unique = findUnique(db, table);
  const values = kept.map((column) => overrides[table]?.[column.name] ?? copyOf(column, unique));
  const names = kept.map(({ name }) => `"${name}"`).join(', ');
  const owned = columns.some(({ name }) => name === 'workspace_id') ? `where workspace_id = '${workspaceId}'` : '';
  const { changes } = db
    .prepare(
      `with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ?)
       insert into ${table} (${names}) select ${values.join(', ')} from (select * from ${table} ${owned} limit 1), copies`,
    )
    .run(rows);
  if (changes !== rows) throw new Error(`${table} has no row to copy`);
}

/** Returns the columns that must differ between rows: for each unique index its id, or else its last column. */
function findUnique(db: SqliteHandle, table: string): Set<string> {
  const indexes = db.prepare(`select name from pragma_index_list('${table}') where "unique"`).pluck().all() as string[];
  const lists = indexes.map(
    (name) => db.prepare(`select name from pragma_index_info('${name}')`).pluck().all() as string[],
  );
  return new Set(
    lists.map(
      (list) =>
        list.find((name) => !name.endsWith('_id') && name !== 'kind') ??
        (list.at(0) === 'workspace_id' ? list.at(-1) : list.at(0)) ??
        '',
    ),
  );
}

function copyOf({ name, type }: Column, unique: Set<string>): string {
  if (name === 'id' && type.toLowerCase() === 'text') return `substr(id, 1, instr(id, '_')) || 'copy_' || n`;
  if (unique.has(name)) return type.toLowerCase() === 'integer' ? `"${name}" + n` : `"${name}" || '-' || n`;
  if (/_at$|^at$/.test(name)) return moved("'-' || (n * 30) || ' minutes'", `"${name}"`);
  return `"${name}"`;
}

function fillIndex(db: SqliteHandle, table: string, index: string, workspaceId: string): void {
  const text = indexedText(workspaceId, commonWord);
  db.prepare(
    `insert into ${index} (rowid, text) select seq, ? || ' ' || seq from ${table}
       where workspace_id = ? and id like '%copy_%'`,
  ).run(text, workspaceId);
}

import { sql } from 'kysely';
import type { Db } from '../../../server/platform/database/database.ts';

/** What `row_counts` counts: by table, the expression of each thing that rows share. */
const counted: Record<string, Record<string, string>> = {
  conversations: { status: 'status', channel_id: 'channel_id', ai_agent_id: 'ai_agent_id', stage_id: 'stage_id' },
  contacts: { conversations: 'conversation_count > 0', leads: 'lead_count > 0', orders: 'order_count > 0' },
  contact_tags: { tag_id: 'tag_id' },
  leads: { ai_agent_id: 'ai_agent_id' },
  orders: { status: 'status', source: 'source', ai_agent_id: 'ai_agent_id' },
  appointments: { status: 'status', source: 'source', ai_agent_id: 'ai_agent_id' },
  crm_events: {
    pipeline: 'pipeline_id',
    pipeline_type: "pipeline_id || ' ' || type",
    pipeline_open_delta: "pipeline_id || ' ' || open_delta",
  },
};

/** Which rows belong to a contact, by the column that counts them. */
const perContact: Record<string, string> = {
  lead_count: 'leads r where r.contact_id = contacts.id',
  order_count: "orders r where r.contact_id = contacts.id and r.status <> 'CANCELLED'",
};

const countAll = Object.entries(counted).flatMap(([table, shared]) =>
  Object.entries({ '': "''", ...shared }).map(
    ([name, value]) =>
      `select workspace_id, '${table}', '${name}', cast(ifnull(${value}, '') as text), count(*) from ${table} group by 1, 4`,
  ),
);
const kept = 'select workspace_id, table_name, shared, value, count from row_counts where count <> 0';
const found = countAll.join(' union all ');
const wrongRows = `select 'kept' as side, * from (select * from (${kept}) except select * from (${found}))
  union all select 'found', * from (select * from (${found}) except select * from (${kept}))`;
const wrongContacts = Object.entries(perContact)
  .map(
    ([column, rows]) =>
      `select '${column}' as side, id, ${column}, (select count(*) from ${rows}) as found from contacts where ${column} <> found`,
  )
  .join(' union all ');

/** The counts that triggers keep and that differ from the rows that there are. */
export async function findMiscounts(db: Db): Promise<unknown[]> {
  const ofTables = await sql.raw(wrongRows).execute(db);
  const ofContacts = await sql.raw(wrongContacts).execute(db);
  return [...ofTables.rows, ...ofContacts.rows];
}

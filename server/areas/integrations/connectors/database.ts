import type { Client } from 'pg';
import { z } from 'zod';
import { outside } from '../../../platform/running/item-run.ts';
import { type Action, type Connection, ConnectorError, defineAction, defineConnector } from './connector.ts';
import { findAddress, HostName } from './guarded-host.ts';
import { pageOf } from './page-of.ts';
import { Fields, fillFields } from './templates.ts';
import { Authorities, connectFault, tlsFault, trustOf } from './tls-trust.ts';

const timeoutMs = 15_000;
const mostTables = 1_000;
/** PostgreSQL's own limit is 1,600. */
const mostColumns = 2_000;

const Credentials = z.strictObject({
  host: HostName,
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().min(1).max(63),
  user: z.string().min(1).max(63),
  password: z.string().max(500),
  tls: z.boolean().default(true).describe('`false` only within your own network.'),
  ca: Authorities,
});
type Credentials = z.output<typeof Credentials>;

const Identifier = z.string().min(1).max(63);
/** schema.table; a name that contains a dot is quoted, as PostgreSQL writes it. */
const tablePattern = /^([^."][^.]*|"(?:[^"]|"")+")\.([^."][^.]*|"(?:[^"]|"")+")$/;
const Table = z
  .string()
  .min(3)
  .max(260)
  .regex(tablePattern, 'must be schema.table, with quotation marks around a name that contains a dot')
  .describe('One of the targets.');

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const writeName = (text: string): string => (/^"|\./.test(text) ? quote(text) : text);
const readName = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);

/** The schema and the table of a target. */
const readTable = (target: string): string[] => tablePattern.exec(target)?.slice(1).map(readName) ?? [];

const listColumns = async (client: Client, target: string): Promise<string[]> => {
  const [schema, table] = readTable(target);
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = $1 and table_name = $2 order by ordinal_position limit $3`,
    [schema ?? '', table ?? '', mostColumns],
  );
  return rows.map((row) => row.name);
};

async function findMissing(connection: Connection<Credentials>, table: string, names: string[]) {
  const known = await withClient(connection, `columns of ${table}`, (client) => listColumns(client, table));
  return known.length === 0 ? null : names.filter((column) => !known.includes(column));
}

/** Runs statements over a connection and closes it. Throws `ConnectorError`. */
async function withClient<T>(
  { platform, credentials, signal }: Connection<Credentials>,
  request: string,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  const { host, port, database, user, password, tls, ca } = credentials;
  const address = await findAddress(platform, host, port);
  const { Client } = (await import('pg')).default;
  const client = new Client({
    ...{ host: address, port, database, user, password },
    ssl: tls ? trustOf(host, ca) : false,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'Frontdesk',
  });
  // A connection that breaks while idle emits an event; the next statement then fails.
  client.on('error', () => {});
  const abort = () => client.connection.stream.destroy();
  signal.addEventListener('abort', abort);
  try {
    return await outside(async () => {
      await client.connect();
      return run(client);
    });
  } catch (error) {
    throw toFault(error, request, `${host}:${port}`);
  } finally {
    signal.removeEventListener('abort', abort);
    await client.end().catch(() => {});
  }
}

/** Transient SQLSTATE classes: connection, rollback, resources, operator, system. */
const transientClasses = /^(08|40|53|57|58)/;
const noAccess = /^28|^3D000$|^42501$/;

function toFault(error: unknown, request: string, where: string): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const told = { request, response: `${code} ${message}`.trim() };
  if (noAccess.test(code)) {
    return new ConnectorError('unauthorized', `The database refused it: ${message}`, { ...told, isFinal: true });
  }
  if (/^[0-9A-Z]{5}$/.test(code) && !transientClasses.test(code)) {
    return new ConnectorError('refused', `The database refused it: ${message}`, { ...told, isFinal: true });
  }
  const ofTls = tlsFault(error, request);
  if (ofTls) return ofTls;
  if (/does not support SSL/.test(message)) {
    return new ConnectorError('no_encryption', 'The database offers no TLS', told);
  }
  if (code === 'ECONNREFUSED') return connectFault(error, where);
  if (/timeout/i.test(message)) {
    return new ConnectorError('timeout', 'The database did not respond in time', { ...told, inDoubt: true });
  }
  // In doubt, but a repeat conflicts with the row of the first attempt.
  return new ConnectorError('unreachable', `The database cannot be reached: ${message}`, { ...told, inDoubt: true });
}

/** Writable tables, or the columns of a table. */
const listTargets: NonNullable<Action<Credentials, never>['listTargets']> = (connection, { targetId, cursor, limit }) =>
  withClient(connection, 'tables', async (client) => {
    if (targetId === null) {
      const { rows } = await client.query<{ schema: string; name: string }>(
        `select table_schema as schema, table_name as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
           and has_table_privilege(format('%I.%I', table_schema, table_name), 'insert')
         order by 1, 2 limit $1`,
        [mostTables],
      );
      const targets = rows.map((row) => {
        const id = `${writeName(row.schema)}.${writeName(row.name)}`;
        return { id, name: id, kind: 'table', hasChildren: true };
      });
      return pageOf(targets, cursor, limit);
    }
    const columns = await listColumns(client, targetId);
    if (columns.length === 0) return null;
    const targets = columns.map((column) => ({ id: column, name: column, kind: 'column', hasChildren: false }));
    return pageOf(targets, cursor, limit);
  });

/** Identifiers are quoted and values are parameters. An empty text becomes null, which fits every type. */
async function insertRow(
  call: Connection<Credentials>,
  table: string,
  values: Record<string, string>,
  onConflict: { keys: string[]; update: boolean },
) {
  const columns = Object.keys(values);
  const changed = columns.filter((column) => !onConflict.keys.includes(column));
  const update =
    onConflict.update && changed.length > 0
      ? `do update set ${changed.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')}`
      : 'do nothing';
  const statement =
    `insert into ${readTable(table).map(quote).join('.')} (${columns.map(quote).join(', ')}) ` +
    `values (${columns.map((_column, index) => `$${index + 1}`).join(', ')}) ` +
    `on conflict (${onConflict.keys.map(quote).join(', ')}) ${update}`;
  const request = `${statement}\n${JSON.stringify(values)}`;
  const { rowCount } = await withClient(call, request, (client) =>
    client.query(
      statement,
      columns.map((column) => (values[column] === '' ? null : values[column])),
    ),
  );
  return { request, response: `${rowCount} rows`, reference: null };
}

const InsertConfig = z.strictObject({
  table: Table,
  fields: Fields,
  eventColumn: Identifier.describe(
    'A text column with a unique index for the id of the event, so that none is inserted twice.',
  ),
});

const insert = defineAction<Credentials, z.output<typeof InsertConfig>>({
  key: 'insert_row',
  name: 'Insert a row',
  config: InsertConfig,
  targetOf: ({ table }) => table,
  fill: ({ fields, eventColumn }, event) => ({ ...fillFields(fields, event), [eventColumn]: event.id }),
  listTargets,
  findMissing: (connection, { table, fields, eventColumn }) =>
    findMissing(connection, table, [...Object.keys(fields), eventColumn]),
  run: (call) => {
    const { table, eventColumn } = call.config;
    return insertRow(call, table, call.filled as Record<string, string>, { keys: [eventColumn], update: false });
  },
});

const UpsertConfig = z
  .strictObject({
    table: Table,
    fields: Fields,
    keyColumns: z.array(Identifier).min(1).max(5).describe('Columns with a unique index that identify the row.'),
  })
  .refine(({ fields, keyColumns }) => keyColumns.every((column) => column in fields), {
    path: ['keyColumns'],
    message: 'must be among the fields',
  });

const upsert = defineAction<Credentials, z.output<typeof UpsertConfig>>({
  key: 'upsert_row',
  name: 'Insert or update a row',
  config: UpsertConfig,
  targetOf: ({ table }) => table,
  fill: ({ fields }, event) => fillFields(fields, event),
  listTargets,
  findMissing: (connection, { table, fields }) => findMissing(connection, table, Object.keys(fields)),
  run: (call) => {
    const { table, keyColumns } = call.config;
    return insertRow(call, table, call.filled as Record<string, string>, { keys: keyColumns, update: true });
  },
});

export const database = defineConnector<Credentials>({
  key: 'database',
  name: 'PostgreSQL',
  credentials: Credentials,
  secrets: ['password'],
  concurrency: 2,
  actions: [insert, upsert],
  async check(connection) {
    await withClient(connection, 'select 1', (client) => client.query('select 1'));
    return `${connection.credentials.database} on ${connection.credentials.host}`;
  },
});

import { z } from 'zod';
import { type Action, type Connection, defineAction, defineConnector, type SyncCall } from './connector.ts';
import { endpoints } from './endpoints.ts';
import { pageOf } from './page-of.ts';
import { type RequestSpec, readAnswer, sendRequest } from './send-request.ts';
import { Fields, fillFields } from './templates.ts';

const Credentials = z.strictObject({
  token: z
    .string()
    .trim()
    .min(10)
    .max(300)
    .describe('A personal access token with `data.records:write` and `schema.bases:read`.'),
});
type Credentials = z.output<typeof Credentials>;

const FieldName = z.string().min(1).max(200);
const place = {
  base: z
    .string()
    .regex(/^app\w{3,30}$/, 'must be the id of a base')
    .describe('One of the targets.'),
  table: z
    .string()
    .regex(/^tbl\w{3,30}$/, 'must be the id of a table')
    .describe('A table of the base.'),
  fields: Fields.describe('Fields of the table, by name.'),
};

const ask = (connection: Connection<Credentials>, spec: RequestSpec) =>
  sendRequest(connection, { ...spec, headers: { authorization: `Bearer ${connection.credentials.token}` } });

const Bases = z.object({
  bases: z.array(z.object({ id: z.string(), name: z.string() })),
  offset: z.string().optional(),
});
const Tables = z.object({ tables: z.array(z.object({ id: z.string(), name: z.string() })) });
const Upserted = z.object({ records: z.array(z.object({ id: z.string() })).min(1) });

const listTargets: NonNullable<Action<Credentials, never>['listTargets']> = async (connection, page) => {
  if (page.targetId !== null) {
    const url = `${endpoints.airtable}/meta/bases/${encodeURIComponent(page.targetId)}/tables`;
    const answer = await ask(connection, { url, accept: [404] });
    if (answer.status === 404) return null;
    const targets = readAnswer(Tables, answer).tables.map(({ id, name }) => ({
      id,
      name,
      kind: 'table',
      hasChildren: false,
    }));
    return pageOf(targets, page.cursor, page.limit);
  }
  // Airtable's pages have their own size: the cursor is its offset and the position in that page.
  const [offset = '', place = '0'] = (page.cursor ?? '').split(' ');
  const query = offset === '' ? '' : `?offset=${encodeURIComponent(offset)}`;
  const list = readAnswer(Bases, await ask(connection, { url: `${endpoints.airtable}/meta/bases${query}` }));
  const targets = list.bases.map(({ id, name }) => ({ id, name, kind: 'base', hasChildren: true }));
  const part = pageOf(targets, place, page.limit);
  const next = part.next === null ? (list.offset ? `${list.offset} 0` : null) : `${offset} ${part.next}`;
  return { targets: part.targets, next };
};

/** Merging on fields that identify the record makes a repeat idempotent. */
async function upsert(call: SyncCall<Credentials, { base: string; table: string }>, fieldsToMergeOn: string[]) {
  const { base, table } = call.config;
  const answer = await ask(call, {
    method: 'PATCH',
    url: `${endpoints.airtable}/${base}/${table}`,
    body: { performUpsert: { fieldsToMergeOn }, records: [{ fields: call.filled }], typecast: true },
  });
  const [record] = readAnswer(Upserted, answer).records;
  return { request: answer.request, response: answer.response, reference: record?.id ?? null };
}

const CreateConfig = z.strictObject({
  ...place,
  eventField: FieldName.default('Frontdesk event').describe(
    'A text field for the id of the event, so that no event creates two records.',
  ),
});

const createRecord = defineAction<Credentials, z.output<typeof CreateConfig>>({
  key: 'create_record',
  name: 'Create a record',
  config: CreateConfig,
  targetOf: ({ base, table }) => `${base}/${table}`,
  fill: ({ fields, eventField }, event) => ({ ...fillFields(fields, event), [eventField]: event.id }),
  listTargets,
  run: (call) => upsert(call, [call.config.eventField]),
});

const UpsertConfig = z
  .strictObject({
    ...place,
    keyFields: z.array(FieldName).min(1).max(3).describe('The fields that identify the record.'),
  })
  .refine(({ fields, keyFields }) => keyFields.every((name) => name in fields), {
    path: ['keyFields'],
    message: 'must be among the fields',
  });

const upsertRecord = defineAction<Credentials, z.output<typeof UpsertConfig>>({
  key: 'upsert_record',
  name: 'Create or update a record',
  config: UpsertConfig,
  targetOf: ({ base, table }) => `${base}/${table}`,
  fill: ({ fields }, event) => fillFields(fields, event),
  listTargets,
  run: (call) => upsert(call, call.config.keyFields),
});

const Who = z.object({ id: z.string(), email: z.string().optional() });

export const airtable = defineConnector<Credentials>({
  key: 'airtable',
  name: 'Airtable',
  credentials: Credentials,
  secrets: ['token'],
  concurrency: 2,
  actions: [createRecord, upsertRecord],
  async check(connection) {
    const who = readAnswer(Who, await ask(connection, { url: `${endpoints.airtable}/meta/whoami` }));
    return who.email ?? who.id;
  },
});

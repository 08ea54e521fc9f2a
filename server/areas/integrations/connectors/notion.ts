import { z } from 'zod';
import { type Action, type Connection, ConnectorError, defineAction, defineConnector } from './connector.ts';
import { endpoints } from './endpoints.ts';
import { pageOf } from './page-of.ts';
import { type RequestSpec, readAnswer, sendRequest } from './send-request.ts';
import { Fields, fillFields } from './templates.ts';

const version = '2022-06-28';

const Credentials = z.strictObject({
  token: z
    .string()
    .trim()
    .min(10)
    .max(300)
    .describe('The secret of an internal integration with access to the database.'),
});
type Credentials = z.output<typeof Credentials>;

const Config = z.strictObject({
  database: z
    .string()
    .regex(/^[0-9a-f-]{32,36}$/i, 'must be the id of a database')
    .describe('One of the targets.'),
  fields: Fields.describe('Properties of the database, by name.'),
  eventProperty: z
    .string()
    .min(1)
    .max(200)
    .default('Frontdesk event')
    .describe('A text property for the id of the event, so that no event creates two pages.'),
});
type Config = z.output<typeof Config>;

const ask = (connection: Connection<Credentials>, spec: RequestSpec) =>
  sendRequest(connection, {
    ...spec,
    headers: { authorization: `Bearer ${connection.credentials.token}`, 'notion-version': version },
  });

const Page = z.object({ id: z.string() });
const Query = z.object({ results: z.array(Page) });
const Search = z.object({
  results: z.array(z.object({ id: z.string(), title: z.array(z.object({ plain_text: z.string() })) })),
  next_cursor: z.string().nullable(),
});
const Database = z.object({ properties: z.record(z.string(), z.object({ type: z.string() })) });

const listTargets: NonNullable<Action<Credentials, never>['listTargets']> = async (connection, page) => {
  if (page.targetId === null) {
    const body = {
      filter: { property: 'object', value: 'database' },
      page_size: page.limit,
      ...(page.cursor === null ? {} : { start_cursor: page.cursor }),
    };
    const url = `${endpoints.notion}/search`;
    const found = readAnswer(Search, await ask(connection, { method: 'POST', url, body }));
    const targets = found.results.map(({ id, title }) => {
      const name = title.map(({ plain_text: text }) => text).join('') || id;
      return { id, name, kind: 'database', hasChildren: true };
    });
    return { targets, next: found.next_cursor };
  }
  const url = `${endpoints.notion}/databases/${encodeURIComponent(page.targetId)}`;
  const answer = await ask(connection, { url, accept: [400, 404] });
  if (answer.status >= 400) return null;
  const names = Object.keys(readAnswer(Database, answer).properties);
  const targets = names.map((name) => ({ id: name, name, kind: 'property', hasChildren: false }));
  return pageOf(targets, page.cursor, page.limit);
};

const longestText = 2_000;
const richText = (text: string) => [{ text: { content: text.slice(0, longestText) } }];

/** Converts a text to a property value, by type; an empty text clears it. */
const toValue: Record<string, (text: string) => unknown> = {
  title: richText,
  rich_text: richText,
  number: (text) => (text === '' ? null : Number(text)),
  select: (text) => (text === '' ? null : { name: text }),
  status: (text) => (text === '' ? null : { name: text }),
  multi_select: (text) => text.split(',').flatMap((name) => (name.trim() === '' ? [] : [{ name: name.trim() }])),
  checkbox: (text) => ['true', '1', 'yes', 'sim', 'sí'].includes(text.trim().toLowerCase()),
  date: (text) => (text === '' ? null : { start: text }),
  email: (text) => text || null,
  phone_number: (text) => text || null,
  url: (text) => text || null,
};

function toProperties(known: z.output<typeof Database>['properties'], filled: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(filled).map(([name, text]) => {
      const type = known[name]?.type;
      const convert = type === undefined ? undefined : toValue[type];
      if (!type || !convert) {
        const message = type
          ? `The property "${name}" (${type}) cannot be written`
          : `The database has no property "${name}"`;
        throw new ConnectorError('refused', message, { isFinal: true });
      }
      const value = convert(text);
      if (type === 'number' && Number.isNaN(value)) {
        throw new ConnectorError('refused', `"${text}" is not a number for "${name}"`, { isFinal: true });
      }
      return [name, { [type]: value }];
    }),
  );
}

/** Notion has no idempotency keys: a repeat looks for the event's page first. */
const createPage = defineAction<Credentials, Config>({
  key: 'create_page',
  name: 'Add a page to a database',
  config: Config,
  targetOf: ({ database }) => database,
  fill: ({ fields, eventProperty }, event) => ({ ...fillFields(fields, event), [eventProperty]: event.id }),
  listTargets,
  async findMissing(connection, { database, fields, eventProperty }) {
    const answer = await ask(connection, { url: `${endpoints.notion}/databases/${database}`, accept: [404] });
    if (answer.status === 404) return null;
    const { properties } = readAnswer(Database, answer);
    return [...Object.keys(fields), eventProperty].filter((name) => !(name in properties));
  },
  async run(call) {
    const { database, eventProperty } = call.config;
    const base = `${endpoints.notion}/databases/${database}`;
    const { properties: known } = readAnswer(Database, await ask(call, { url: base }));
    const properties = toProperties(known, call.filled as Record<string, string>);
    if (call.isRepeat) {
      const filter = { property: eventProperty, rich_text: { equals: call.event.id } };
      const seen = await ask(call, { method: 'POST', url: `${base}/query`, body: { filter, page_size: 1 } });
      const [page] = readAnswer(Query, seen).results;
      if (page) return { request: seen.request, response: 'the page was there', reference: page.id };
    }
    const body = { parent: { database_id: database }, properties };
    const answer = await ask(call, { method: 'POST', url: `${endpoints.notion}/pages`, body });
    return { request: answer.request, response: answer.response, reference: readAnswer(Page, answer).id };
  },
});

const Me = z.object({ name: z.string().nullable().optional() });

export const notion = defineConnector<Credentials>({
  key: 'notion',
  name: 'Notion',
  credentials: Credentials,
  secrets: ['token'],
  concurrency: 2,
  actions: [createPage],
  async check(connection) {
    return readAnswer(Me, await ask(connection, { url: `${endpoints.notion}/users/me` })).name ?? 'Notion';
  },
});

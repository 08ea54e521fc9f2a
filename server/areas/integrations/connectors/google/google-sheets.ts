import { z } from 'zod';
import { type Action, ConnectorError, defineAction, defineConnector, type SyncCall } from '../connector.ts';
import { endpoints } from '../endpoints.ts';
import { pageOf } from '../page-of.ts';
import { readAnswer } from '../send-request.ts';
import { fillCells } from '../spreadsheet/fill-cells.ts';
import { Fields } from '../templates.ts';
import { askGoogle, GoogleCredentials, googleOAuth } from './google.ts';

const spreadsheetType = 'application/vnd.google-apps.spreadsheet';

const Config = z.strictObject({
  spreadsheet: z
    .string()
    .regex(/^[\w-]{1,200}$/)
    .describe('One of the targets.'),
  sheet: z.string().min(1).max(100).describe('A sheet of the spreadsheet; its first row names the columns.'),
  fields: Fields.describe('Columns by their name in the first row; missing ones are added.'),
  eventColumn: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default('Frontdesk event')
    .describe('The column for the id of the event, so that no event creates two rows.'),
});
type Config = z.output<typeof Config>;
type Call = SyncCall<GoogleCredentials, Config>;

const FileList = z.object({
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  nextPageToken: z.string().optional(),
});
const SheetList = z.object({ sheets: z.array(z.object({ properties: z.object({ title: z.string() }) })) });
const Values = z.object({ values: z.array(z.array(z.unknown())).optional() });
const Appended = z.object({ updates: z.object({ updatedRange: z.string() }) });

const listTargets: NonNullable<Action<GoogleCredentials, never>['listTargets']> = async (connection, page) => {
  if (page.targetId === null) {
    const query = new URLSearchParams({
      q: `mimeType='${spreadsheetType}' and trashed=false`,
      fields: 'nextPageToken,files(id,name)',
      orderBy: 'name',
      pageSize: String(page.limit),
      ...(page.cursor === null ? {} : { pageToken: page.cursor }),
    });
    const list = readAnswer(FileList, await askGoogle(connection, { url: `${endpoints.googleDrive}/files?${query}` }));
    const targets = list.files.map(({ id, name }) => ({ id, name, kind: 'spreadsheet', hasChildren: true }));
    return { targets, next: list.nextPageToken ?? null };
  }
  const url = `${endpoints.googleSheets}/spreadsheets/${encodeURIComponent(page.targetId)}?fields=sheets.properties(title)`;
  const answer = await askGoogle(connection, { url, accept: [404] });
  if (answer.status === 404) return null;
  const { sheets } = readAnswer(SheetList, answer);
  const targets = sheets.map(({ properties: { title } }) => ({
    id: title,
    name: title,
    kind: 'sheet',
    hasChildren: false,
  }));
  return pageOf(targets, page.cursor, page.limit);
};

const urlOf = ({ config }: Call, cells: string): string => {
  const range = `'${config.sheet.replaceAll("'", "''")}'!${cells}`;
  return `${endpoints.googleSheets}/spreadsheets/${config.spreadsheet}/values/${encodeURIComponent(range)}`;
};

/** `A`, `B`, … `Z`, `AA` for 0, 1, … */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** The columns of the sheet, after adding the missing ones of `names`. */
async function ensureColumns(call: Call, names: string[]): Promise<string[]> {
  const { values = [] } = readAnswer(Values, await askGoogle(call, { url: urlOf(call, '1:1') }));
  const present = (values[0] ?? []).map(String);
  const columns = [...present, ...names.filter((name) => !present.includes(name))];
  if (columns.length > present.length) {
    const url = `${urlOf(call, '1:1')}?valueInputOption=RAW`;
    await askGoogle(call, { method: 'PUT', url, body: { values: [columns] } });
  }
  return columns;
}

/** Google has no idempotency keys here: a repeat looks for the event's row first. */
const append = defineAction<GoogleCredentials, Config>({
  key: 'append_row',
  name: 'Append a row',
  config: Config,
  targetOf: ({ spreadsheet, sheet }) => `${spreadsheet}/${sheet}`,
  fill: ({ fields, eventColumn }, event) => ({ ...fillCells(fields, event), [eventColumn]: event.id }),
  listTargets,
  async run(call) {
    const { config, event, filled } = call;
    const columns = await ensureColumns(call, Object.keys(filled));
    if (call.isRepeat) {
      const column = letters(columns.indexOf(config.eventColumn));
      const seen = await askGoogle(call, { url: urlOf(call, `${column}:${column}`) });
      const { values = [] } = readAnswer(Values, seen);
      const row = values.findIndex(([id]) => id === event.id);
      const reference = `${config.sheet}!${row + 1}`;
      if (row >= 0) return { request: seen.request, response: 'the row was there', reference };
    }
    const answer = await askGoogle(call, {
      method: 'POST',
      url: `${urlOf(call, 'A1')}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`,
      body: { values: [columns.map((name) => filled[name] ?? '')] },
    });
    const { updates } = readAnswer(Appended, answer);
    return { request: answer.request, response: answer.response, reference: updates.updatedRange };
  },
});

const About = z.object({ user: z.object({ emailAddress: z.string().optional() }) });

export const googleSheets = defineConnector<GoogleCredentials>({
  key: 'google_sheets',
  name: 'Google Sheets',
  credentials: GoogleCredentials,
  secrets: ['clientSecret'],
  oauth: googleOAuth([
    'https://www.googleapis.com/auth/spreadsheets',
    'https://www.googleapis.com/auth/drive.metadata.readonly',
  ]),
  // One at a time, so that two jobs do not add the same column.
  concurrency: 1,
  actions: [append],
  async check(connection) {
    const url = `${endpoints.googleDrive}/about?fields=user(emailAddress)`;
    const { user } = readAnswer(About, await askGoogle(connection, { url }));
    if (!user.emailAddress) throw new ConnectorError('failing', 'Google did not return the account');
    return user.emailAddress;
  },
});

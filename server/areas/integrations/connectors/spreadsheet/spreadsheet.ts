import { z } from 'zod';
import { findWorkspace } from '../../../../platform/access/workspaces.ts';
import { type Action, type Connection, defineAction, defineConnector, type SyncCall } from '../connector.ts';
import { pageOf } from '../page-of.ts';
import { Fields } from '../templates.ts';
import { type CellValue, fillCells } from './fill-cells.ts';
import type { RowWish } from './row-wish.ts';
import { findWorkbook, listWorkbooks, openFolder, WorkbookName } from './workbook-folders.ts';
import { readSheets, writeWorkbook } from './write-workbook.ts';

const Credentials = z.strictObject({
  folder: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe(
      'A folder of this machine that the owner has allowed for the workspace; defaults to the workspace’s own folder.',
    ),
});
type Credentials = z.output<typeof Credentials>;

const place = {
  workbook: WorkbookName.describe('A .xlsx or .csv file in the folder; created if missing.'),
  sheet: z
    .string()
    .trim()
    .min(1)
    .max(31)
    .regex(/^(?!')[^[\]:*?/\\]+(?<!')$/, 'must be a valid sheet name')
    .optional()
    .describe('A sheet of a .xlsx; defaults to the first.'),
  fields: Fields.describe(
    'Columns, by the names in the first row (of a table, in its header); those that are not there are made. A template that is a name alone, such as {{data.total}}, keeps the type of its value.',
  ),
};

/** Workbooks of the folder, or the sheets of a workbook. */
const listTargets: NonNullable<Action<Credentials, never>['listTargets']> = async (
  { platform, workspaceId, credentials, signal }: Connection<Credentials>,
  { targetId, cursor, limit },
) => {
  const folder = await openFolder(platform, { workspaceId, folder: credentials.folder });
  const names = await listWorkbooks(folder);
  if (targetId === null) {
    const targets = names.map((name) => ({ id: name, name, kind: 'workbook', hasChildren: /\.xlsx$/i.test(name) }));
    return pageOf(targets, cursor, limit);
  }
  if (!names.includes(targetId)) return null;
  const sheets = /\.xlsx$/i.test(targetId) ? await readSheets(await findWorkbook(folder, targetId), signal) : [];
  return pageOf(
    sheets.map((name) => ({ id: name, name, kind: 'sheet', hasChildren: false })),
    cursor,
    limit,
  );
};

async function write(
  call: SyncCall<Credentials, { workbook: string; sheet?: string | undefined }>,
  row: Pick<RowWish, 'keyColumn' | 'ifThere'>,
) {
  const { platform, workspaceId, credentials, config, filled, signal } = call;
  const workspace = await findWorkspace(platform.database.read, workspaceId);
  if (!workspace) throw new Error('The workspace no longer exists');
  const folder = await openFolder(platform, { workspaceId, folder: credentials.folder });
  const path = await findWorkbook(folder, config.workbook);
  const values = filled as Record<string, CellValue>;
  const written = await writeWorkbook(
    platform,
    path,
    config.sheet ?? null,
    { values, timezone: workspace.timezone, ...row },
    signal,
  );
  const where = `${config.workbook}${config.sheet ? ` / ${config.sheet}` : ''}`;
  const response = written.bytes === null ? `row ${written.row} was there` : `row ${written.row}`;
  return { request: `${where}\n${JSON.stringify(values)}`, response, reference: `${config.workbook}:${written.row}` };
}

const AppendConfig = z.strictObject({
  ...place,
  eventColumn: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default('Frontdesk event')
    .describe('The column for the id of the event, so that no event creates two rows.'),
});

const append = defineAction<Credentials, z.output<typeof AppendConfig>>({
  key: 'append_row',
  name: 'Append a row',
  config: AppendConfig,
  targetOf: ({ workbook, sheet }) => `${workbook}/${sheet ?? ''}`,
  fill: ({ fields, eventColumn }, event) => ({ ...fillCells(fields, event), [eventColumn]: event.id }),
  listTargets,
  run: (call) => write(call, { keyColumn: call.config.eventColumn, ifThere: 'keep' }),
});

const UpsertConfig = z
  .strictObject({
    ...place,
    keyColumn: z.string().trim().min(1).max(200).describe('The column that identifies the row.'),
  })
  .refine(({ fields, keyColumn }) => keyColumn in fields, { path: ['keyColumn'], message: 'must be among the fields' });

const upsert = defineAction<Credentials, z.output<typeof UpsertConfig>>({
  key: 'upsert_row',
  name: 'Append or update a row',
  config: UpsertConfig,
  targetOf: ({ workbook, sheet }) => `${workbook}/${sheet ?? ''}`,
  fill: ({ fields }, event) => fillCells(fields, event),
  listTargets,
  run: (call) => write(call, { keyColumn: call.config.keyColumn, ifThere: 'change' }),
});

export const spreadsheet = defineConnector<Credentials>({
  key: 'spreadsheet',
  name: 'Spreadsheet on this machine (.xlsx, .csv)',
  credentials: Credentials,
  secrets: [],
  concurrency: 1,
  actions: [append, upsert],
  async check({ platform, workspaceId, credentials }) {
    const folder = await openFolder(platform, { workspaceId, folder: credentials.folder });
    await listWorkbooks(folder);
    return folder;
  },
});

import { z } from 'zod';
import type { Workspace } from '../platform/access/workspaces.ts';
import { Problem } from '../platform/problem.ts';
import { csvChunks, mostExported } from '../platform/text/csv-export.ts';
import { dayOf } from '../platform/text/days.ts';
import type { Emittable } from '../platform/work/define-event.ts';
import type { Work } from '../platform/work/work.ts';
import type { FileReply } from './operation.ts';
import { Flag } from './paginate.ts';

/** The query parameter with which a caller says that the export of personal data is meant. */
export const Acknowledged = Flag.describe('Must be `true`: the file holds personal data.');

export const exportNote =
  'CSV in UTF-8 with a BOM. Without `acknowledged=true` the answer is 428 and tells how many rows it would be. ' +
  `${mostExported} rows at most, the newest; \`X-Truncated: true\` says that there were more. A cell that a spreadsheet ` +
  'would take for a formula, phone numbers among them, has an apostrophe before it; the import takes it off again. ' +
  'Each export is written to the event log with who asked for it.';

export const ExportEntry = z.object({
  rows: z.int(),
  truncated: z.boolean(),
  filters: z.record(z.string(), z.unknown()).describe('What narrowed the list.'),
});

/** An export of what a list shows. */
export interface CsvExport<Key> {
  name: 'contacts' | 'leads';
  /** The entry of the event log that tells who exported. */
  entry: Emittable<z.infer<typeof ExportEntry>>;
  columns: string[];
  /** What narrowed the list, for the event log. */
  filters: Record<string, unknown>;
  count(): Promise<number>;
  /** The rows' keys in order, `limit` at most. */
  findKeys(limit: number): Promise<Key[]>;
  load(keys: Key[]): Promise<(string | number | boolean | null)[][]>;
}

/** Throws 428 until the export is acknowledged, then writes it to the event log and answers the file. */
export async function exportCsv<Key>(
  context: {
    query: { acknowledged?: boolean | undefined };
    workspace: Workspace;
    now: string;
    write<T>(run: (work: Work) => Promise<T>): Promise<T>;
  },
  spec: CsvExport<Key>,
): Promise<FileReply> {
  const total = await spec.count();
  const truncated = total > mostExported;
  if (!context.query.acknowledged) {
    const cut = truncated ? `, of which the newest ${mostExported} are exported` : '';
    const detail = `The file holds personal data: ${total} row(s)${cut}. Ask again with acknowledged=true.`;
    throw new Problem('acknowledgement_required', detail, { extra: { rows: total } });
  }
  const keys = await spec.findKeys(mostExported);
  const entry = { rows: keys.length, truncated, filters: spec.filters };
  await context.write((work) => work.emit(spec.entry, entry));
  return {
    fileName: `${spec.name}-${dayOf(context.workspace.timezone, context.now)}.csv`,
    headers: truncated ? { 'X-Truncated': 'true' } : {},
    chunks: csvChunks(spec.columns, keys, (page) => spec.load(page)),
  };
}

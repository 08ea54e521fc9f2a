import { z } from 'zod';
import type { Workspace } from '../platform/access/workspaces.ts';
import { Problem } from '../platform/problem.ts';
import { csvChunks, mostExported } from '../platform/text/csv-export.ts';
import { dayOf } from '../platform/text/days.ts';
import type { Emittable } from '../platform/work/define-event.ts';
import type { Work } from '../platform/work/work.ts';
import type { FileReply } from './operation.ts';

export const exportNote =
  'CSV in UTF-8 with a BOM. ' +
  `At most ${mostExported} rows, the newest; \`X-Truncated: true\` means that there were more. A cell that a spreadsheet ` +
  'would run as a formula is prefixed with an apostrophe, which the import removes; phone numbers are left as they are.';

export const ExportEntry = z.object({
  rows: z.int(),
  truncated: z.boolean(),
  filters: z.record(z.string(), z.unknown()).describe('Filters of the list.'),
});

/** An export of a list. */
export interface CsvExport<Key> {
  name: string;
  /** Event-log entry that records the export. */
  entry: Emittable<z.infer<typeof ExportEntry>>;
  columns: string[];
  /** Row limit; defaults to `mostExported`. */
  most?: number;
  /** Filters of the list, for the event log. */
  filters: Record<string, unknown>;
  count(): Promise<number>;
  /** Returns the keys of at most `limit` rows, in order. */
  findKeys(limit: number): Promise<Key[]>;
  load(keys: Key[]): Promise<(string | number | boolean | null)[][]>;
}

/** Throws 428 unless the export is acknowledged; then records it in the event log and returns the file. */
export async function exportCsv<Key>(
  context: {
    acknowledged: boolean;
    workspace: Workspace;
    now: string;
    write<T>(run: (work: Work) => Promise<T>): Promise<T>;
  },
  spec: CsvExport<Key>,
): Promise<FileReply> {
  const total = await spec.count();
  const { most = mostExported } = spec;
  const truncated = total > most;
  if (!context.acknowledged) {
    const cut = truncated ? `, of which the newest ${most} are exported` : '';
    const detail = `The file holds personal data: ${total} row(s)${cut}. Ask again with acknowledged=true.`;
    throw new Problem('acknowledgement_required', detail, { extra: { rows: total } });
  }
  const keys = await spec.findKeys(most);
  const entry = { rows: keys.length, truncated, filters: spec.filters };
  await context.write((work) => work.emit(spec.entry, entry));
  return {
    fileName: `${spec.name}-${dayOf(context.workspace.timezone, context.now)}.csv`,
    headers: truncated ? { 'X-Truncated': 'true' } : {},
    chunks: csvChunks(spec.columns, keys, (page) => spec.load(page)),
  };
}

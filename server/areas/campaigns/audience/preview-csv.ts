import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readFromWorker, workerFile } from '../../../platform/running/workers.ts';
import { noPhoneColumn } from '../../../platform/text/csv-headings.ts';
import { findByPhones } from '../../people/index.ts';
import { mostRows } from './audience.schemas.ts';
import type { CsvAudiencePreview, PreviewRow } from './contact-audience.schemas.ts';
import type { ParsedCsv } from './parse-csv-audience.ts';

const worker = workerFile(import.meta.url, 'parse-csv-audience.worker');
const sampleSize = 20;
const phonesAtOnce = 500;

/** Parses a CSV audience in a worker thread. Throws 400 when it has no phone column. */
export async function previewCsv(db: Db, workspace: Workspace, csv: string): Promise<CsvAudiencePreview> {
  const parts = readFromWorker<ParsedCsv>(worker, { csv, country: workspace.country });
  const { value } = await parts.next();
  await parts.return();
  const parsed = value as ParsedCsv;
  const { columns, mapped, problems, duplicate, invalid } = parsed;
  if (mapped.phone === null) throw noPhoneColumn(columns, parsed.fault);
  const optedOut = await findOptedOut(db, workspace.id, parsed.accepted);
  const accepted = parsed.accepted.filter(({ phone }) => !optedOut.has(phone));
  return {
    columns,
    delimiter: parsed.delimiter as CsvAudiencePreview['delimiter'],
    mapped,
    totals: { rows: parsed.rows, accepted: accepted.length, duplicate, invalid, optedOut: optedOut.size },
    problems,
    rows: accepted.slice(0, sampleSize),
    audience: accepted.slice(0, mostRows),
  };
}

async function findOptedOut(db: Db, workspaceId: string, rows: PreviewRow[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < rows.length; from += phonesAtOnce) {
    const phones = rows.slice(from, from + phonesAtOnce).map((row) => row.phone);
    for (const { phone, opted_out_at: at } of await findByPhones(db, workspaceId, phones)) {
      if (at !== null) found.add(phone);
    }
  }
  return found;
}

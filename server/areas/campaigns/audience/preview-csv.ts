import type { Secrets } from '../../../platform/access/secrets.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readFromWorker, workerFile } from '../../../platform/running/workers.ts';
import { noPhoneColumn } from '../../../platform/text/csv-headings.ts';
import { mostRows, type RowProblem } from './audience.schemas.ts';
import type { CsvAudiencePreview, PreviewRow } from './contact-audience.schemas.ts';
import { findPeople } from './find-people.ts';
import { mostProblems, type ParsedCsv } from './parse-csv-audience.ts';

const worker = workerFile(import.meta.url, 'parse-csv-audience.worker');
const sampleSize = 20;
const rowsAtOnce = 500;

interface Place {
  db: Db;
  secrets: Secrets;
  workspace: Workspace;
}

/** Parses a CSV audience in a worker thread. Throws 400 when it has neither a phone nor an id column. */
export async function previewCsv(place: Place, csv: string): Promise<CsvAudiencePreview> {
  const parts = readFromWorker<ParsedCsv>(worker, { csv, country: place.workspace.country });
  const { value } = await parts.next();
  await parts.return();
  const parsed = value as ParsedCsv;
  const { columns, mapped } = parsed;
  if (mapped.phone === null && mapped.contactId === null) throw noPhoneColumn(columns, parsed.fault);
  const { accepted, problems, duplicate, optedOut } = await sortOut(place, parsed);
  const invalid = parsed.rows - accepted.length - duplicate - optedOut;
  return {
    columns,
    delimiter: parsed.delimiter as CsvAudiencePreview['delimiter'],
    mapped,
    totals: { rows: parsed.rows, accepted: accepted.length, duplicate, invalid, optedOut },
    problems: problems.sort((a, b) => a.row - b.row).slice(0, mostProblems),
    rows: accepted.slice(0, sampleSize),
    audience: accepted.slice(0, mostRows),
  };
}

/** The rows that a campaign could send to, and the number of those that it could not. */
async function sortOut(place: Place, parsed: ParsedCsv) {
  const accepted: PreviewRow[] = [];
  const problems: RowProblem[] = [...parsed.problems];
  const skipped = { duplicate: 0, optedOut: 0 };
  const taken = new Set<string>();
  for (let from = 0; from < parsed.people.length; from += rowsAtOnce) {
    const part = parsed.people.slice(from, from + rowsAtOnce);
    const people = await findPeople(place, part, taken);
    for (const [index, { line, phone, name, variables }] of part.entries()) {
      const person = people[index];
      if (person?.fault) problems.push({ row: line, ...person.fault });
      else if (person?.skipped === 'duplicate') skipped.duplicate += 1;
      else if (person?.skipped === 'opted_out') skipped.optedOut += 1;
      else accepted.push({ phone, contactId: person?.contact?.id ?? null, name, variables });
    }
  }
  return { accepted, problems, ...skipped };
}

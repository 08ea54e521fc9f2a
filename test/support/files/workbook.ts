import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { DOMParser } from 'linkedom';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../environment/temporary-folder.ts';
import { unzip } from './unzip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (entries: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;

/** Creates a zip of texts; a name that ends with a slash is a folder. */
export function zip(parts: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(parts)) {
    if (name.endsWith('/')) archive.addEmptyDirectory(name);
    else archive.addBuffer(Buffer.from(text), name);
  }
  archive.end();
  return buffer(archive.outputStream);
}

/** Creates a workbook from the inner XML of its sheets; `more` replaces other parts. */
export function makeWorkbook(sheets: Record<string, string>, more: Record<string, string> = {}): Promise<Buffer> {
  const names = Object.keys(sheets);
  const types = names.map(
    (_name, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  const entries = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relationships([
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`,
    ]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      names.map((_name, index) => {
        const target = `worksheets/sheet${index + 1}.xml`;
        return `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="${target}"/>`;
      }),
    ),
    ...Object.fromEntries(
      Object.values(sheets).map((inside, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${main}" xmlns:r="${office}">${inside}</worksheet>`,
      ]),
    ),
    ...more,
  });
}

export type SheetCell = string | number | boolean | null | { formula: string };

const columnOf = (reference: string): number =>
  [...reference.replace(/\d+/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Returns the cells of a sheet by rows, as read by another library; empty rows are omitted. */
export async function rowsOf(file: string | Buffer, sheet = 1): Promise<SheetCell[][]> {
  const parts = await unzip(typeof file === 'string' ? await readFile(file) : file);
  const read = (name: string) => new DOMParser().parseFromString(parts[name] ?? '<none/>', 'text/xml');
  const shared = [...read('xl/sharedStrings.xml').querySelectorAll('si')].map((entry) => entry.textContent);
  const rows = [...read(`xl/worksheets/sheet${sheet}.xml`).querySelectorAll('row')].map((row) => {
    const cells: SheetCell[] = [];
    for (const cell of row.querySelectorAll('c')) {
      const text = cell.querySelector('v')?.textContent ?? '';
      const formula = cell.querySelector('f')?.textContent;
      const value: Record<string, SheetCell> = {
        s: shared[Number(text)] ?? null,
        inlineStr: cell.querySelector('is')?.textContent ?? null,
        b: text === '1',
      };
      const type = cell.getAttribute('t') ?? 'n';
      const plain = type in value ? (value[type] ?? null) : text === '' ? null : Number(text);
      cells[columnOf(cell.getAttribute('r') ?? '')] = formula ? { formula } : plain;
    }
    return Array.from(cells, (cell) => cell ?? null);
  });
  return rows.filter((row) => row.some((cell) => cell !== null));
}

const soffice = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path)) ?? null;

/** Why the tests with a real spreadsheet program are skipped; null when one is installed. */
export const withoutOffice =
  soffice === null ? 'LibreOffice is not on this machine (apt-get install libreoffice-calc)' : null;

/** Returns the first sheet of a workbook as shown by LibreOffice. */
export async function openInOffice(file: string): Promise<string[][]> {
  const folder = await temporaryFolder();
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const call = [
    profile,
    '--headless',
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):44,34,76,1',
    '--outdir',
    folder,
  ];
  await promisify(execFile)(soffice ?? '', [...call, file], { timeout: 120_000 });
  return parse(await readFile(join(folder, basename(file).replace(/\.xlsx$/, '.csv'))), { relax_column_count: true });
}

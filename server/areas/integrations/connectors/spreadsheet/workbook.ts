import { posix } from 'node:path';
import { emptyParts, emptySheet } from './empty-workbook.ts';
import { WorkbookFault } from './row-wish.ts';
import { readSharedStrings } from './sheet.ts';
import { toDateStyle } from './styles.ts';
import {
  applyEdits,
  closeOf,
  editAttribute,
  encodeText,
  findTag,
  readAttribute,
  readXml,
  type Tag,
  tagsOf,
} from './xml.ts';
import { type Part, readParts, writeParts } from './zip.ts';

interface Relationship {
  id: string;
  /** Last segment of its type URI, which strict and transitional workbooks share. */
  type: string;
  target: string;
}

const contentTypes = '[Content_Types].xml';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Cells with a formula and its cached result. */
const reckoned =
  /(<(?:[\w.-]+:)?c)((?:\s[^<>]*)?>\s*)(<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f>))\s*<(?:[\w.-]+:)?v\s*(?:\/>|>[^<]*<\/(?:[\w.-]+:)?v>)/g;

/** The parts of a .xlsx; only changed parts are rewritten. */
export class Workbook {
  readonly #parts: Map<string, Part>;
  readonly #path: string;
  readonly #related: Relationship[];

  constructor(parts: Map<string, Part>) {
    this.#parts = parts;
    const path = this.relationshipsOf('').find(({ type }) => type === 'officeDocument')?.target;
    if (path === undefined || !parts.has(path)) throw new WorkbookFault('The file is not a .xlsx workbook');
    this.#path = path;
    this.#related = this.relationshipsOf(path);
  }

  /** Opens a workbook, or a new one for null. Throws `WorkbookFault`. */
  static async open(bytes: Uint8Array | null, firstSheet: string): Promise<Workbook> {
    return new Workbook(bytes === null ? emptyParts(firstSheet) : await readParts(bytes));
  }

  /** The text of a part. Throws `WorkbookFault`. */
  read(path: string): string {
    const part = this.#parts.get(path);
    if (!part) throw new WorkbookFault(`The workbook is damaged: ${path} is missing`);
    return readXml(path, part);
  }

  write(path: string, xml: string): void {
    const modifiedAt = new Date();
    this.#parts.set(path, { isCompressed: true, ...this.#parts.get(path), bytes: Buffer.from(xml), modifiedAt });
  }

  /** Relationships of a part; for `''` those of the package. */
  relationshipsOf(path: string): Relationship[] {
    const { dir, base } = posix.parse(path);
    const file = posix.join(dir, '_rels', `${base}.rels`);
    if (!this.#parts.has(file)) return [];
    return [...tagsOf(this.read(file))]
      .filter((tag) => tag.name === 'Relationship' && readAttribute(tag, 'TargetMode') !== 'External')
      .map((tag) => ({
        id: readAttribute(tag, 'Id') ?? '',
        type: (readAttribute(tag, 'Type') ?? '').split('/').at(-1) ?? '',
        target: posix.resolve('/', dir, readAttribute(tag, 'Target') ?? '').slice(1),
      }));
  }

  get #sheets(): Tag[] {
    return [...tagsOf(this.read(this.#path))].filter(({ name, kind }) => name === 'sheet' && kind !== 'close');
  }

  get sheetNames(): string[] {
    return this.#sheets.map((tag) => readAttribute(tag, 'name') ?? '');
  }

  /** The path of a sheet's part; null for the first sheet. Creates a missing one. */
  openSheet(wanted: string | null): string {
    const names = this.sheetNames;
    const name = wanted ?? names[0] ?? '';
    // Sheet names are case-insensitive.
    const index = names.findIndex((known) => known.toLowerCase() === name.toLowerCase());
    const tag = this.#sheets[index];
    if (!tag) return this.#addSheet(name);
    const id = readAttribute(tag, 'id');
    const found = this.#related.find((relationship) => relationship.id === id);
    if (found?.type !== 'worksheet') throw new WorkbookFault(`"${name}" is not a worksheet`);
    return found.target;
  }

  #addSheet(name: string): string {
    let number = 1;
    const folder = posix.dirname(this.#path);
    const pathOf = () => posix.join(folder, 'worksheets', `sheet${number}.xml`);
    while (this.#parts.has(pathOf()) || this.#related.some(({ id }) => id === `rIdSheet${number}`)) number += 1;
    const path = pathOf();
    const id = `rIdSheet${number}`;
    const sheetId = Math.max(0, ...this.#sheets.map((tag) => Number(readAttribute(tag, 'sheetId')))) + 1;
    const { dir, base } = posix.parse(this.#path);
    this.write(path, emptySheet);
    this.#append(contentTypes, 'Types', `Override PartName="/${path}" ContentType="${sheetType}"`);
    const related = `Relationship Id="${id}" Type="${relationships}/worksheet" Target="/${path}"`;
    this.#append(posix.join(dir, '_rels', `${base}.rels`), 'Relationships', related);
    const entry = `sheet name="${encodeText(name)}" sheetId="${sheetId}" r:id="${id}" xmlns:r="${relationships}"`;
    this.#append(this.#path, 'sheets', entry);
    return path;
  }

  /** Appends an empty element to another. */
  #append(path: string, parent: string, element: string): void {
    const xml = this.read(path);
    const open = findTag(xml, parent);
    if (!open || open.kind === 'empty') throw new WorkbookFault(`The workbook is damaged: ${path}`);
    const { start } = closeOf(xml, open);
    this.write(path, applyEdits(xml, [{ start, end: start, text: `<${open.prefix}${element}/>` }]));
  }

  get sharedStrings(): string[] {
    const path = this.#related.find(({ type }) => type === 'sharedStrings')?.target;
    return path === undefined ? [] : readSharedStrings(this.read(path));
  }

  /** Whether its dates count from 1904. */
  get is1904(): boolean {
    const settings = findTag(this.read(this.#path), 'workbookPr');
    return ['1', 'true'].includes((settings && readAttribute(settings, 'date1904')) ?? '');
  }

  /** A style like `base` that shows a moment. */
  dateStyle(base: string | null): string | null {
    const path = this.#related.find(({ type }) => type === 'styles')?.target;
    if (path === undefined) return base;
    const { xml, style } = toDateStyle(this.read(path), base);
    this.write(path, xml);
    return style;
  }

  /** Extends the hidden defined name that belongs to a sheet's filter. */
  stretchFilter(sheet: string, bottom: number): void {
    const xml = this.read(this.#path);
    const id = this.#related.find(({ target }) => target === sheet)?.id;
    const index = this.#sheets.findIndex((tag) => readAttribute(tag, 'id') === id);
    const name = [...tagsOf(xml)].find(
      (tag) =>
        readAttribute(tag, 'name') === '_xlnm._FilterDatabase' && readAttribute(tag, 'localSheetId') === String(index),
    );
    if (name?.kind !== 'open') return;
    const { start: end } = closeOf(xml, name);
    const text = xml.slice(name.end, end).replace(/(?<!\d)\d+$/, String(bottom));
    this.write(this.#path, applyEdits(xml, [{ start: name.end, end, text }]));
  }

  /**
   * Makes programs recalculate all formulas when they open the workbook. Excel follows a flag; LibreOffice recalculates
   * only cells without a cached result, and a stale sum would go unnoticed.
   */
  dropResults(): void {
    for (const { type, target } of this.#related) {
      const part = this.#parts.get(target);
      if (type !== 'worksheet' || !part || !part.bytes.includes('f>')) continue;
      const xml = this.read(target);
      const fresh = xml.replaceAll(reckoned, (_cell, open, attributes: string, formula) => {
        return open + attributes.replace(/\st="\w+"/, '') + formula;
      });
      if (fresh !== xml) this.write(target, fresh);
    }
    const xml = this.read(this.#path);
    const settings = findTag(xml, 'calcPr');
    this.write(
      this.#path,
      applyEdits(xml, [settings ? editAttribute(settings, 'fullCalcOnLoad', 1) : addSettings(xml)]),
    );
  }

  toBytes(): Promise<Buffer> {
    return writeParts(this.#parts);
  }
}

/** Adds the flag after the elements that must precede it (ISO 29500-1, 18.2.27). */
function addSettings(xml: string) {
  const before = ['definedNames', 'externalReferences', 'functionGroups', 'sheets'];
  const open = before.map((name) => findTag(xml, name)).find((tag) => tag !== null);
  if (!open) throw new WorkbookFault('The workbook is damaged: it has no sheets');
  const start = open.kind === 'empty' ? open.end : closeOf(xml, open).end;
  return { start, end: start, text: `<${open.prefix}calcPr fullCalcOnLoad="1"/>` };
}

import { letters, mostColumns, mostRows, readArea, toStored, writeArea, writeCell } from './cells.ts';
import type { CellValue } from './fill-cells.ts';
import { type RowWish, WorkbookFault } from './row-wish.ts';
import { findRow, findSheetData, type Row } from './sheet.ts';
import { type Survey, surveySheet } from './survey.ts';
import { growTable, type Table } from './table.ts';
import type { Workbook } from './workbook.ts';
import { applyEdits, type Edit, editAttribute, findTag, readAttribute, type Tag, tagsOf } from './xml.ts';

/** In characters: wide enough for a date with time, which a narrow column shows as `####`. */
const newColumnWidth = 18;

/** Writes a row into a sheet of a workbook. Throws `WorkbookFault`. */
export class SheetWriter {
  readonly survey: Survey;
  readonly #book: Workbook;
  readonly #path: string;
  readonly #wish: RowWish;
  readonly #table: Table | null;
  readonly #xml: string;
  readonly #data: Tag;
  readonly #edits: Edit[] = [];
  readonly #added: string[] = [];
  /** Row and column of the furthest cell written. */
  readonly #end = { row: 1, column: 1 };

  constructor(book: Workbook, path: string, table: Table | null, wish: RowWish) {
    this.#book = book;
    this.#path = path;
    this.#wish = wish;
    this.#table = table;
    this.#xml = book.read(path);
    this.#data = findSheetData(this.#xml);
    this.survey = surveySheet(this.#xml, this.#data, {
      names: Object.keys(wish.values),
      keyColumn: wish.keyColumn,
      key: toStored(wish.values[wish.keyColumn] ?? '', wish.timezone, book.is1904).text.trim(),
      table,
      sharedStrings: book.sharedStrings,
    });
  }

  /** Adds columns to the right of everything. */
  addColumns(names: string[]): void {
    const { header, columns, rightmost } = this.survey;
    const added = names.filter((name) => !columns.has(name));
    if (added.length === 0) return;
    const first = rightmost + 1;
    const style = header?.cells.find(({ column }) => column === rightmost)?.style ?? null;
    const cells = new Map<number, string>();
    const number = header?.number ?? 1;
    for (const [index, name] of added.entries()) {
      columns.set(name, first + index);
      cells.set(first + index, this.#cell(number, first + index, style, name));
    }
    const { row, place } = header ? { row: header, place: header.end } : this.#locate(number);
    this.#put(number, row, place, cells);
    this.#added.push(...added);
  }

  writeRow(number: number, found: Row | null): void {
    const { columns, last } = this.survey;
    const { row, place } = found ? { row: found, place: found.end } : this.#locate(number);
    if (!found) this.#assertRoom(number, row);
    const cells = new Map<number, string>();
    for (const [name, value] of Object.entries(this.#wish.values)) {
      const column = columns.get(name) as number;
      const old = row?.cells.find((cell) => cell.column === column);
      // Formulas belong to the owner.
      if (old && old.formula !== null) continue;
      cells.set(column, this.#cell(number, column, old ? old.style : this.#styleOf(column, row), value));
    }
    if (!row) this.#dressRow(number, last, cells);
    this.#put(number, row, place, cells);
  }

  /** Gives cells without a value the style of those above and the formula of their table column. */
  #dressRow(number: number, last: Row | null, cells: Map<number, string>): void {
    const { prefix } = this.#data;
    const { left, right } = this.survey.block;
    for (const { column, style } of last?.cells ?? []) {
      if (cells.has(column) || column < left || column > right || style === null) continue;
      cells.set(column, writeCell(prefix, `${letters(column)}${number}`, style, null));
    }
    for (const [index, { formula }] of (this.#table?.columns ?? []).entries()) {
      const column = left + index;
      const style = last?.cells.find((cell) => cell.column === column)?.style ?? null;
      const head = `<${prefix}c r="${letters(column)}${number}"${style === null ? '' : ` s="${style}"`}>`;
      if (formula !== null) cells.set(column, `${head}<${prefix}f>${formula}</${prefix}f></${prefix}c>`);
    }
  }

  /** Renders a cell with a value in the given style, or in a date style for a moment. */
  #cell(row: number, column: number, style: string | null, value: CellValue): string {
    if (column > mostColumns || row > mostRows) throw new WorkbookFault('The sheet is full: start a new one');
    this.#end.row = Math.max(this.#end.row, row);
    this.#end.column = Math.max(this.#end.column, column);
    const stored = toStored(value, this.#wish.timezone, this.#book.is1904);
    const shown = stored.isDate ? this.#book.dateStyle(style) : style;
    return writeCell(this.#data.prefix, `${letters(column)}${row}`, shown, stored);
  }

  /** The style of a new cell: that of its row, of the cell above, or of its column. */
  #styleOf(column: number, row: Row | null): string | null {
    const ofRow = row && readAttribute(row.tag, 'customFormat') === '1' ? readAttribute(row.tag, 's') : null;
    const above = this.survey.last?.cells.find((cell) => cell.column === column)?.style;
    return ofRow ?? above ?? this.#columnTag(column)?.style ?? null;
  }

  #columnTag(column: number): { style: string | null } | null {
    for (const tag of tagsOf(this.#xml.slice(0, this.#data.start))) {
      const isIt = Number(readAttribute(tag, 'min')) <= column && column <= Number(readAttribute(tag, 'max'));
      if (tag.name === 'col' && tag.kind !== 'close' && isIt) return { style: readAttribute(tag, 'style') };
    }
    return null;
  }

  /** Throws unless the row is empty: a table grows only over empty cells. */
  #assertRoom(number: number, row: Row | null): void {
    if (!this.#table || number <= this.#table.area.bottom) return;
    const { left, right } = this.#table.area;
    const isTaken = row?.cells.some(
      ({ column, raw, formula }) => column >= left && column <= right && (raw !== '' || formula !== null),
    );
    if (isTaken) throw new WorkbookFault(`Row ${number} leaves the table no room: insert empty rows before it`);
  }

  /** The row with this number, if the file has one, and its position in the text. */
  #locate(number: number): { row: Row | null; place: number } {
    const { header, last, next } = this.survey;
    const before = last ?? header;
    if (before?.number !== number - 1) return findRow(this.#xml, this.#data, number);
    return { row: next?.number === number ? next : null, place: before.end };
  }

  /** Puts cells, by column, into a row of the file, or into a new one at `place`. */
  #put(number: number, row: Row | null, place: number, cells: Map<number, string>): void {
    const { prefix } = this.#data;
    const ordered = [...cells].toSorted(([a], [b]) => a - b);
    if (!row) {
      const text = `<${prefix}row r="${number}">${ordered.map(([, cell]) => cell).join('')}</${prefix}row>`;
      this.#edits.push({ start: place, end: place, text });
      return;
    }
    const { tag } = row;
    // `spans` may give the range of its columns.
    const attributes = tag.attributes.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    this.#edits.push({ start: tag.start, end: tag.end, text: `<${prefix}row${attributes}>` });
    for (const [column, text] of ordered) {
      const old = row.cells.find((cell) => cell.column >= column);
      const start = old?.start ?? row.contentEnd;
      this.#edits.push({ start, end: old?.column === column ? old.end : start, text });
    }
    if (tag.kind === 'empty') this.#edits.push({ start: tag.end, end: tag.end, text: `</${prefix}row>` });
  }

  /** The sheet's text with the new row and the ranges that must include it. */
  finish(number: number): string {
    const { found, last, rightmost } = this.survey;
    const dimension = findTag(this.#xml.slice(0, this.#data.start), 'dimension');
    const used = dimension && readArea(readAttribute(dimension, 'ref') ?? '');
    if (dimension && used) {
      const right = Math.max(used.right, this.#end.column);
      const bottom = Math.max(used.bottom, this.#end.row);
      this.#edits.push(editAttribute(dimension, 'ref', writeArea({ ...used, right, bottom })));
    }
    if (this.#added.length > 0) this.#widenColumns(rightmost + 1, rightmost + this.#added.length);
    if (!found && last?.number === number - 1) this.#stretchRanges(number, last.end);
    if (this.#table) {
      const isBeside = rightmost === this.#table.area.right;
      growTable(this.#book, this.#table, found ? 0 : number, isBeside ? this.#added : []);
    }
    const { prefix, attributes, kind, start, end } = this.#data;
    if (kind === 'empty') {
      this.#edits.push({ start, end, text: `<${prefix}sheetData${attributes}>` });
      this.#edits.push({ start: end, end, text: `</${prefix}sheetData>` });
    }
    return applyEdits(this.#xml, this.#edits);
  }

  #widenColumns(min: number, max: number): void {
    const { prefix, start } = this.#data;
    const text = `<${prefix}col min="${min}" max="${max}" width="${newColumnWidth}" customWidth="1"/>`;
    const known = [...tagsOf(this.#xml.slice(0, start))].filter(({ name }) => name === 'col' || name === 'cols');
    if (known.some((tag) => Number(readAttribute(tag, 'max')) >= min)) return;
    const end = known.find(({ name, kind }) => name === 'cols' && kind === 'close')?.start;
    const whole = end === undefined ? `<${prefix}cols>${text}</${prefix}cols>` : text;
    this.#edits.push({ start: end ?? start, end: end ?? start, text: whole });
  }

  /** Extends ranges that ended at the last row to the new one: filter, conditional formats, data validation. */
  #stretchRanges(number: number, from: number): void {
    const { block, header } = this.survey;
    const stretch = (text: string): string => {
      const area = readArea(text);
      const isOfList = area && area.left <= block.right && area.right >= block.left;
      // A range of a single cell stays one, unless the list had no other row.
      const isWhole = area && (area.top < area.bottom || area.top - 1 === header?.number);
      return isOfList && isWhole && area.bottom === number - 1 ? writeArea({ ...area, bottom: number }) : text;
    };
    for (const tag of tagsOf(this.#xml, from)) {
      const name = { autoFilter: 'ref', conditionalFormatting: 'sqref', dataValidation: 'sqref' }[tag.name];
      if (name === undefined || tag.kind === 'close') continue;
      const ranges = readAttribute(tag, name) ?? '';
      const stretched = ranges.split(' ').map(stretch).join(' ');
      if (stretched === ranges) continue;
      this.#edits.push(editAttribute(tag, name, stretched));
      if (tag.name === 'autoFilter') this.#book.stretchFilter(this.#path, number);
    }
  }
}

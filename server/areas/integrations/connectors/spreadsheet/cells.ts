import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../../../platform/durations.ts';
import { readMoment } from '../../../../platform/text/times.ts';
import type { CellValue } from './fill-cells.ts';
import { encodeText } from './xml.ts';

/** Limits of ISO 29500-1 and Excel, which calls a larger workbook damaged. */
export const mostRows = 1_048_576;
export const mostColumns = 16_384;
const longestText = 32_767;

/** `A`, `B`, … `Z`, `AA` for 1, 2, … */
export const letters = (column: number): string =>
  (column > 26 ? letters(Math.floor((column - 1) / 26)) : '') + String.fromCharCode(65 + ((column - 1) % 26));

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The column number of `AB12` or `AB`, from 1. */
export function readColumn(reference: string): number {
  let column = 0;
  for (let at = 0; reference.charCodeAt(at) >= 65; at++) column = column * 26 + reference.charCodeAt(at) - 64;
  return column;
}

const areaPattern = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/;

/** `A1:C9`, or a single cell; null for anything else, such as whole columns. */
export function readArea(text: string): Area | null {
  const [, left, top, right = left, bottom = top] = areaPattern.exec(text) ?? [];
  if (!left || !right) return null;
  return { left: readColumn(left), top: Number(top), right: readColumn(right), bottom: Number(bottom) };
}

export const writeArea = ({ left, top, right, bottom }: Area): string =>
  `${letters(left)}${top}:${letters(right)}${bottom}`;

const msPerDay = dayMs;
const dayZero = Date.UTC(1899, 11, 30);
/** The first serial after the leap day of 1900, which Excel counts but never existed. */
const firstSerial = 61;
const daysFrom1900To1904 = 1_462;

/** Days of local time since 1899-12-30 (or 1904-01-01) of an ISO 8601 text; null for any other value. */
export function toSerial(value: CellValue, timezone: string, is1904: boolean): number | null {
  const moment = typeof value === 'string' ? readMoment(value) : null;
  if (moment === null) return null;
  const there = Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDateTime();
  const serial = (there.toZonedDateTime('UTC').epochMilliseconds - dayZero) / msPerDay;
  if (serial < firstSerial + (is1904 ? daysFrom1900To1904 : 0)) return null;
  return is1904 ? serial - daysFrom1900To1904 : serial;
}

/** A value as stored in the file; `isDate` needs a date style. */
export interface StoredValue {
  type: 'n' | 'b' | 'inlineStr';
  text: string;
  isDate: boolean;
}

export function toStored(value: CellValue, timezone: string, is1904: boolean): StoredValue {
  const serial = toSerial(value, timezone, is1904);
  if (serial !== null) return { type: 'n', text: String(serial), isDate: true };
  if (typeof value === 'number' && Number.isFinite(value)) return { type: 'n', text: String(value), isDate: false };
  if (typeof value === 'boolean') return { type: 'b', text: value ? '1' : '0', isDate: false };
  return { type: 'inlineStr', text: String(value).slice(0, longestText), isDate: false };
}

/** Renders a cell; an empty text leaves it empty. A text never becomes a formula, whatever it starts with. */
export function writeCell(prefix: string, reference: string, style: string | null, stored: StoredValue | null): string {
  const head = `<${prefix}c r="${reference}"${style === null ? '' : ` s="${encodeText(style)}"`}`;
  if (stored === null || stored.text === '') return `${head}/>`;
  if (stored.type !== 'inlineStr')
    return `${head} t="${stored.type}"><${prefix}v>${stored.text}</${prefix}v></${prefix}c>`;
  const text = `<${prefix}t xml:space="preserve">${encodeText(escapeCharacters(stored.text))}</${prefix}t>`;
  return `${head} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`;
}

/** Escapes characters that XML cannot contain as `_x0001_`, and text that looks like that (ISO 29500-1, 22.9.2.19). */
const escapeCharacters = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (character) => {
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });

export const unescapeCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

import { WorkbookFault } from './row-wish.ts';
import type { Part } from './zip.ts';

/**
 * Just enough XML to find a position in a part of a workbook and change the text there; everything around it stays byte
 * for byte. A part has no DOCTYPE (ISO 29500-2, 8.1.4), so only the five predefined entities exist.
 */
export interface Tag {
  /** Without prefix. */
  name: string;
  /** Including its colon; empty without one. */
  prefix: string;
  kind: 'open' | 'close' | 'empty';
  attributes: string;
  start: number;
  /** Position after its `>`. */
  end: number;
}

/** Markup that starts like a tag but is none, each with its terminator. */
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

// Character codes, for speed: compared with every character of a sheet.
const space = 32;
const exclamation = 33;
const quote = 34;
const apostrophe = 39;
const slash = 47;
const colon = 58;
const greater = 62;
const question = 63;

/** Iterates over the tags of a text. Throws `WorkbookFault` for one without an end. */
export function* tagsOf(xml: string, from = 0): Generator<Tag, void, undefined> {
  for (let start = xml.indexOf('<', from); start >= 0; ) {
    const sign = xml.charCodeAt(start + 1);
    if (sign === exclamation || sign === question) {
      start = xml.indexOf('<', endOfOther(xml, start));
      continue;
    }
    const tag = readTag(xml, start);
    yield tag;
    start = xml.indexOf('<', tag.end);
  }
}

function endOfOther(xml: string, start: number): number {
  const other = others.find(([opening]) => xml.startsWith(opening, start));
  const end = other ? xml.indexOf(other[1], start + other[0].length) : -1;
  if (!other || end < 0) throw new WorkbookFault('The workbook is damaged: a tag has no end');
  return end + other[1].length;
}

function readTag(xml: string, start: number): Tag {
  const isClose = xml.charCodeAt(start + 1) === slash;
  const from = start + (isClose ? 2 : 1);
  let nameStart = from;
  let nameEnd = 0;
  let open = 0;
  let end = from;
  for (let code = xml.charCodeAt(end); open !== 0 || code !== greater; code = xml.charCodeAt(++end)) {
    if (end >= xml.length) throw new WorkbookFault('The workbook is damaged: a tag has no end');
    if (open !== 0) {
      // Quoted values may contain any character.
      if (code === open) open = 0;
    } else if (code === quote || code === apostrophe) open = code;
    else if (nameEnd !== 0) continue;
    else if (code === colon) nameStart = end + 1;
    else if (code <= space || code === slash) nameEnd = end;
  }
  const isEmpty = xml.charCodeAt(end - 1) === slash;
  nameEnd ||= end;
  return {
    name: xml.slice(nameStart, nameEnd),
    prefix: xml.slice(from, nameStart),
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
    attributes: xml.slice(nameEnd, isEmpty ? end - 1 : end),
    start,
    end: end + 1,
  };
}

/** The first opening or empty tag with this name. */
export function findTag(xml: string, name: string, from = 0): Tag | null {
  for (const tag of tagsOf(xml, from)) if (tag.name === name && tag.kind !== 'close') return tag;
  return null;
}

/** The closing tag of an element that does not nest. Throws `WorkbookFault`. */
export function closeOf(xml: string, open: Tag): Tag {
  for (const tag of tagsOf(xml, open.end)) if (tag.name === open.name && tag.kind === 'close') return tag;
  throw new WorkbookFault(`The workbook is damaged: <${open.name}> has no end`);
}

const attribute = /(^|[\s:])([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The value of an attribute without prefix; null when it is absent. */
export function readAttribute({ attributes }: Pick<Tag, 'attributes'>, name: string): string | null {
  for (const [, , found, quoted, apostrophed] of attributes.matchAll(attribute)) {
    if (found === name) return decodeText(quoted ?? apostrophed ?? '');
  }
  return null;
}

/** The attributes with one replaced or added. */
export function withAttribute(attributes: string, name: string, value: string | number): string {
  const text = `${name}="${encodeText(String(value))}"`;
  let isThere = false;
  const changed = attributes.replaceAll(attribute, (whole, before: string, found: string) => {
    if (found !== name || before === ':') return whole;
    isThere = true;
    return `${before}${text}`;
  });
  return isThere ? changed : `${attributes.trimEnd()} ${text}`;
}

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** An edit that sets an attribute of a tag. */
export const editAttribute = (tag: Tag, name: string, value: string | number): Edit => ({
  start: tag.start,
  end: tag.end,
  text: `<${tag.prefix}${tag.name}${withAttribute(tag.attributes, name, value)}${tag.kind === 'empty' ? '/' : ''}>`,
});

/** Applies edits that do not overlap; edits at the same position keep their order. */
export function applyEdits(xml: string, edits: Edit[]): string {
  let done = 0;
  let changed = '';
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    changed += xml.slice(done, start) + text;
    done = end;
  }
  return changed + xml.slice(done);
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const decodeText = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
        if (name !== undefined) return entities[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

export const encodeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a part. Throws `WorkbookFault` unless it is UTF-8. */
export function readXml(name: string, part: Part): string {
  try {
    return utf8.decode(part.bytes);
  } catch {
    throw new WorkbookFault(`The workbook is damaged: ${name} is not UTF-8`);
  }
}

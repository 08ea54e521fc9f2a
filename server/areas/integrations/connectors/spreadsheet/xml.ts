import { WorkbookFault } from './row-wish.ts';
import type { Part } from './zip.ts';

/**
 * Just so much XML as it takes to find a place in a part of a workbook and to change the text there: what is around it
 * stays as it is, to the letter. A part has no DOCTYPE (ISO 29500-2, 8.1.4), so there are no entities but the five.
 */
export interface Tag {
  /** Without prefix. */
  name: string;
  /** With its colon; empty without one. */
  prefix: string;
  kind: 'open' | 'close' | 'empty';
  attributes: string;
  start: number;
  /** Behind its `>`. */
  end: number;
}

/** What begins like a tag and is none, each with its end. */
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

// Plain numbers: these are compared with every sign of a sheet.
const space = 32;
const exclamation = 33;
const quote = 34;
const apostrophe = 39;
const slash = 47;
const colon = 58;
const greater = 62;
const question = 63;

/** The tags of a text in their order. Throws `WorkbookFault` for one that never ends. */
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
      // What is quoted may hold any sign.
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

/** The first tag of that name that opens. */
export function findTag(xml: string, name: string, from = 0): Tag | null {
  for (const tag of tagsOf(xml, from)) if (tag.name === name && tag.kind !== 'close') return tag;
  return null;
}

/** Where the element of an open tag that holds none of its name ends: its closing tag. Throws `WorkbookFault`. */
export function closeOf(xml: string, open: Tag): Tag {
  for (const tag of tagsOf(xml, open.end)) if (tag.name === open.name && tag.kind === 'close') return tag;
  throw new WorkbookFault(`The workbook is damaged: <${open.name}> has no end`);
}

const attribute = /(^|[\s:])([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The value of an attribute, by its name without prefix; null without it. */
export function readAttribute({ attributes }: Pick<Tag, 'attributes'>, name: string): string | null {
  for (const [, , found, quoted, apostrophed] of attributes.matchAll(attribute)) {
    if (found === name) return decodeText(quoted ?? apostrophed ?? '');
  }
  return null;
}

/** The attributes with one put in place of its old value, or added. */
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

/** The edit that gives a tag an attribute. */
export const editAttribute = (tag: Tag, name: string, value: string | number): Edit => ({
  start: tag.start,
  end: tag.end,
  text: `<${tag.prefix}${tag.name}${withAttribute(tag.attributes, name, value)}${tag.kind === 'empty' ? '/' : ''}>`,
});

/** Applies edits that do not overlap; those of one place stay in their order. */
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

/** The text of a part. Throws `WorkbookFault` for one that is not UTF-8. */
export function readXml(name: string, part: Part): string {
  try {
    return utf8.decode(part.bytes);
  } catch {
    throw new WorkbookFault(`The workbook is damaged: ${name} is not UTF-8`);
  }
}

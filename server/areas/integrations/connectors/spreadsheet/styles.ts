import {
  applyEdits,
  closeOf,
  decodeText,
  editAttribute,
  findTag,
  readAttribute,
  tagsOf,
  withAttribute,
} from './xml.ts';

/** Built-in format for date and time in the reader's locale (ISO 29500-1, 18.8.30). */
const dateAndTime = 22;

/** Whether a format id is a built-in date format. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format code shows a date: date letters outside quoted texts and colours. */
const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '').replaceAll(/general/gi, ''));

/**
 * The index of a style that shows a moment: `base` if it does, else one derived from it. Also returns the text of the
 * styles, with the new style added.
 */
export function toDateStyle(xml: string, base: string | null): { xml: string; style: string } {
  const own = base ?? '0';
  const formats = findTag(xml, 'cellXfs');
  if (!formats || formats.kind === 'empty') return { xml, style: own };
  const end = closeOf(xml, formats);
  const all = listElements(xml, 'xf', formats.end, end.start);
  const like = all[Number(own)] ?? all[0];
  if (like === undefined) return { xml, style: own };
  const [tag] = tagsOf(like);
  const format = Number((tag && readAttribute(tag, 'numFmtId')) ?? 0);
  if (!tag || isBuiltInDate(format) || isDateCode(readFormatCode(xml, format))) return { xml, style: own };
  const attributes = withAttribute(withAttribute(tag.attributes, 'numFmtId', dateAndTime), 'applyNumberFormat', 1);
  const wanted = `<${tag.prefix}xf${attributes}${like.slice(tag.end - (tag.kind === 'empty' ? 2 : 1))}`;
  const known = all.indexOf(wanted);
  if (known >= 0) return { xml, style: String(known) };
  const edits = [editAttribute(formats, 'count', all.length + 1), { start: end.start, end: end.start, text: wanted }];
  return { xml: applyEdits(xml, edits), style: String(all.length) };
}

/** The texts of elements with this name, which do not nest. */
function listElements(xml: string, name: string, start: number, end: number): string[] {
  const found: string[] = [];
  let from = start;
  for (const tag of tagsOf(xml, start)) {
    if (tag.start >= end) break;
    if (tag.name !== name) continue;
    if (tag.kind === 'open') from = tag.start;
    else found.push(xml.slice(tag.kind === 'empty' ? tag.start : from, tag.end));
  }
  return found;
}

function readFormatCode(xml: string, id: number): string {
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'numFmt' && readAttribute(tag, 'numFmtId') === String(id)) {
      return decodeText(readAttribute(tag, 'formatCode') ?? '');
    }
  }
  return '';
}

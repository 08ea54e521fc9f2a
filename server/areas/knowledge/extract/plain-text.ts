import type { DocumentBlock, ExtractedDocument } from '../passages/chunk-document.ts';

const bullet = /^\s*(?:[-*•▪◦‣·–]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)/;
const longestHeading = 80;

/** Whether a line begins a list item, as people write them without markup. */
export const isListItem = (line: string): boolean => bullet.test(line);

/** The text of a list item without its bullet. */
export const withoutBullet = (line: string): string => line.replace(bullet, '').trim();

/** Reads paragraphs between empty lines, list items, and lines in capitals as headings. */
export function readPlainText(text: string): ExtractedDocument {
  const blocks: DocumentBlock[] = [];
  for (const paragraph of text.replaceAll(/\r\n?|\f/g, '\n').split(/\n\s*\n/)) {
    let lines: string[] = [];
    const flush = (): void => {
      if (lines.length > 0) blocks.push(toBlock(lines.join('\n')));
      lines = [];
    };
    for (const line of paragraph.split('\n').map((each) => each.trimEnd())) {
      if (isListItem(line)) {
        flush();
        blocks.push({ kind: 'list_item', text: withoutBullet(line) });
      } else if (line.trim() !== '') lines.push(line.trim());
    }
    flush();
  }
  return { title: null, blocks };
}

const toBlock = (text: string): DocumentBlock =>
  isShout(text) ? { kind: 'heading', level: 1, text } : { kind: 'paragraph', text };

/** Whether a text is a short line in capitals, such as `FORMAS DE PAGAMENTO`. */
const isShout = (text: string): boolean =>
  text.length <= longestHeading &&
  !text.includes('\n') &&
  /\p{Lu}{3}/u.test(text) &&
  text === text.toUpperCase() &&
  !/[.,;!]$|\d{2}/.test(text);

/** Reads each line as a table row, for CSV. */
export function readRows(text: string): ExtractedDocument {
  const rows = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return { title: null, blocks: rows.map((line) => ({ kind: 'table_row', text: line.trim() })) };
}

import type { DocumentBlock } from '../retrieval/chunk-document.ts';
import { isListItem, withoutBullet } from './plain-text.ts';

/** A run of text as pdf.js gives it, in the order of the page's stream. */
export interface PdfTextItem {
  str: string;
  /** Points. */
  width: number;
  /** [.., .., .., size, x, y], with y from the bottom of the page. */
  transform: number[];
  hasEOL: boolean;
}

/** What stands on one baseline; sizes and places in points. */
export interface PdfLine {
  page: number;
  text: string;
  /** Of the font. */
  size: number;
  y: number;
  /** How many cells wide gaps part it into. */
  cells: number;
}

/** Gaps between runs, as parts of the font's size. */
const wordGap = 0.15;
const cellGap = 1.5;
/** Lines of one paragraph stand closer than this, as a part of the font's size. */
const paragraphGap = 1.75;
const headingRatio = 1.15;
const longestHeading = 160;
/** A line that stands at the edge of more than half of the pages is a running head or foot. */
const leastPagesForRunning = 4;

/** Puts the runs of a page together to lines. */
export function readLines(items: PdfTextItem[], page: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: (PdfLine & { end: number }) | null = null;
  const finish = (): void => {
    const text = line?.text.replaceAll(/[\0\s]+/g, ' ').trim();
    if (line && text) lines.push({ page, text, size: line.size, y: line.y, cells: line.cells });
    line = null;
  };
  for (const { str, width, transform, hasEOL } of items) {
    const size = Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
    const [x = 0, y = 0] = transform.slice(4);
    if (str.trim() !== '') {
      const open = line as (PdfLine & { end: number }) | null;
      if (open && Math.abs(open.y - y) > Math.max(open.size, size) * 0.5) finish();
      if (!line) line = { page, text: '', size, y, cells: 1, end: x };
      const gap = x - line.end;
      const isCell = line.text !== '' && gap > size * cellGap;
      if (isCell) line.cells += 1;
      line.text += isCell ? ' | ' : gap > size * wordGap ? ' ' : '';
      line.text += str;
      line.size = Math.max(line.size, size);
      line.end = x + width;
    } else if (line && str !== '' && width < size * cellGap) line.text += ' ';
    if (hasEOL) finish();
  }
  finish();
  return lines;
}

/** Guesses the structure: larger lines are headings, lines parted by gaps are rows, close lines are one paragraph. */
export function buildBlocks(lines: PdfLine[], pageCount: number): DocumentBlock[] {
  const running = findRunning(lines, pageCount);
  const kept = lines.filter((line) => !running.has(runningKey(line.text)));
  const bodySize = findBodySize(kept);
  const headingSizes = [...new Set(kept.map((line) => round(line.size)))]
    .filter((size) => size >= bodySize * headingRatio)
    .sort((a, b) => b - a);
  const blocks: (DocumentBlock & { last: PdfLine })[] = [];
  for (const line of kept) {
    const kind = kindOf(line, headingSizes);
    const open = blocks.at(-1);
    if (open && goesOn(open, line, kind)) {
      open.text = joinLines(open.text, line.text);
      open.last = line;
    } else {
      const text = kind === 'list_item' ? withoutBullet(line.text) : line.text;
      const level = kind === 'heading' ? { level: Math.min(6, headingSizes.indexOf(round(line.size)) + 1) } : {};
      blocks.push({ kind, ...level, text, page: line.page, last: line });
    }
  }
  return blocks.map(({ last: _last, ...block }) => block);
}

const round = (size: number): number => Math.round(size * 2) / 2;

function kindOf(line: PdfLine, headingSizes: number[]): DocumentBlock['kind'] {
  if (line.cells > 1) return 'table_row';
  if (isListItem(line.text)) return 'list_item';
  return headingSizes.includes(round(line.size)) && line.text.length <= longestHeading ? 'heading' : 'paragraph';
}

/** Whether a line belongs to the block before it. A sentence may go on over the end of a page. */
function goesOn(block: DocumentBlock & { last: PdfLine }, line: PdfLine, kind: DocumentBlock['kind']): boolean {
  if (block.kind === 'table_row' || kind === 'table_row' || kind === 'list_item') return false;
  if ((block.kind === 'heading') !== (kind === 'heading') || round(block.last.size) !== round(line.size)) return false;
  if (block.last.page !== line.page) return kind !== 'heading' && !/[.!?:]$/.test(block.text);
  const gap = block.last.y - line.y;
  return gap > 0 && gap < line.size * paragraphGap;
}

/** A word that was parted at the end of a line is put together again. */
const joinLines = (text: string, next: string): string =>
  /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`;

/** The size that most characters have. */
function findBodySize(lines: PdfLine[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of lines) counts.set(round(size), (counts.get(round(size)) ?? 0) + text.length);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Page numbers differ from page to page. */
const runningKey = (text: string): string => text.replaceAll(/\d+/g, '#');

/** The first and last lines that come back on most pages. */
function findRunning(lines: PdfLine[], pageCount: number): Set<string> {
  if (pageCount < leastPagesForRunning) return new Set();
  const counts = new Map<string, number>();
  for (const onPage of Map.groupBy(lines, (line) => line.page).values()) {
    const edges = [onPage[0], onPage[1], onPage.at(-2), onPage.at(-1)];
    for (const key of new Set(edges.map((line) => runningKey(line?.text ?? '')))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count > pageCount / 2).map(([key]) => key));
}

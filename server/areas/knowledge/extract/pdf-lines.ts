import type { DocumentBlock } from '../passages/chunk-document.ts';
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
const cellGap = 1;
/** Lines of one paragraph stand closer than this, as a part of the font's size. */
const paragraphGap = 1.75;
const headingRatio = 1.15;
const longestHeading = 160;
/** A line that stands at the edge of more than half of the pages is a running head or foot. */
const leastPagesForRunning = 4;
/** How much of the height is an edge, and how many lines it has at most. */
const linesAtEdge = 2;
const edgeShare = 0.1;

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
  const bodySize = findBodySize(lines);
  const running = findRunning(lines, bodySize, pageCount);
  const kept = lines.filter((line) => !running.has(line));
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
const runningKey = ({ text, page }: PdfLine): string =>
  /^[\d\s|/.-]+$/.test(text) ? '#' : text.replace(new RegExp(`(?<!\\d)${page}(?!\\d)`), '#');

/** The lines at the upper and lower edge that come back on most pages. Headings are larger than those. */
function findRunning(lines: PdfLine[], bodySize: number, pageCount: number): Set<PdfLine> {
  if (pageCount < leastPagesForRunning) return new Set();
  const [bottom, top] = lines.reduce(
    ([low, high], { y }) => [Math.min(low, y), Math.max(high, y)],
    [Infinity, -Infinity],
  );
  const edge = (top - bottom) * edgeShare;
  const edges = [...Map.groupBy(lines, (line) => line.page).values()].flatMap((onPage) => {
    const byHeight = onPage.toSorted((a, b) => b.y - a.y);
    const atTop = byHeight.slice(0, linesAtEdge).filter((line) => line.y > top - edge);
    const atBottom = byHeight.slice(-linesAtEdge).filter((line) => line.y < bottom + edge);
    return [...atTop, ...atBottom];
  });
  const small = edges.filter((line) => line.size < bodySize * headingRatio);
  const groups = [...Map.groupBy(small, runningKey).values()];
  return new Set(groups.filter((group) => group.length > pageCount / 2).flat());
}

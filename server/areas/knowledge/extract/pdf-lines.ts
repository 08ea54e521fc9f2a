import type { DocumentBlock } from '../passages/chunk-document.ts';
import { isListItem, withoutBullet } from './plain-text.ts';

/** A text run from pdf.js, in stream order. */
export interface PdfTextItem {
  str: string;
  /** In points. */
  width: number;
  /** [.., .., .., size, x, y], with y from the bottom of the page. */
  transform: number[];
  hasEOL: boolean;
}

/** The text on one baseline; sizes and positions in points. */
export interface PdfLine {
  page: number;
  text: string;
  /** Font size. */
  size: number;
  y: number;
  /** Number of cells, separated by wide gaps. */
  cells: number;
}

/** Gaps between runs, relative to the font size. */
const wordGap = 0.15;
const cellGap = 1;
/** Largest line distance within a paragraph, relative to the font size. */
const paragraphGap = 1.75;
const headingRatio = 1.15;
const longestHeading = 160;
/** Documents with fewer pages have no running heads; in others a line at the edge of most pages is one. */
const leastPagesForRunning = 4;
/** Lines at the edge of a page at most, and the share of the height that is an edge. */
const linesAtEdge = 2;
const edgeShare = 0.1;

/** Joins the text runs of a page into lines. */
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

/** Infers the structure: large lines are headings, lines with wide gaps are rows, close lines form a paragraph. */
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
    if (open && continues(open, line, kind)) {
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

/** Whether a line continues the previous block. A sentence may continue on the next page. */
function continues(block: DocumentBlock & { last: PdfLine }, line: PdfLine, kind: DocumentBlock['kind']): boolean {
  if (block.kind === 'table_row' || kind === 'table_row' || kind === 'list_item') return false;
  if ((block.kind === 'heading') !== (kind === 'heading') || round(block.last.size) !== round(line.size)) return false;
  if (block.last.page !== line.page) return kind !== 'heading' && !/[.!?:]$/.test(block.text);
  const gap = block.last.y - line.y;
  return gap > 0 && gap < line.size * paragraphGap;
}

/** Joins two lines and removes the hyphen of a word that was split between them. */
const joinLines = (text: string, next: string): string =>
  /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`;

/** The font size of most characters. */
function findBodySize(lines: PdfLine[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of lines) counts.set(round(size), (counts.get(round(size)) ?? 0) + text.length);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Replaces the page number, which differs on each page. */
const runningKey = ({ text, page }: PdfLine): string =>
  /^[\d\s|/.-]+$/.test(text) ? '#' : text.replace(new RegExp(`(?<!\\d)${page}(?!\\d)`), '#');

/** The lines at the upper and lower edge that repeat on most pages. Larger lines are headings and excluded. */
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

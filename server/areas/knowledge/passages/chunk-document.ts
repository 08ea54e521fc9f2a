/** One block of a document, in reading order. */
export interface DocumentBlock {
  kind: 'heading' | 'paragraph' | 'list_item' | 'table_row' | 'code';
  /** Level of a heading; 1 is the highest. */
  level?: number;
  text: string;
  /** Page from 1, if the document has pages. */
  page?: number;
}

export interface ExtractedDocument {
  title: string | null;
  blocks: DocumentBlock[];
}

/** Limit for the text of one document. */
export const maxCharacters = 5_000_000;

/** A passage: the unit that is found and cited. */
export interface Chunk {
  /** From 0, in the order of the document. */
  position: number;
  headingPath: string[];
  page: number | null;
  text: string;
  tokenCount: number;
}

/** A chunk is full at `fullTokens`; its last piece may bring it up to `mostTokens`. */
const fullTokens = 200;
const mostTokens = 300;
/** Tokens of whole sentences that are repeated from the previous chunk. */
const overlapTokens = 40;
const longestHeading = 200;
const deepestHeading = 6;

/** An indivisible part of a chunk. `header` is the first row of the table that a row belongs to. */
interface Piece {
  kind: DocumentBlock['kind'];
  text: string;
  page: number | null;
  tokens: number;
  /** Whether it begins a new line; a sentence inside a paragraph does not. */
  newLine: boolean;
  header: string | null;
}

/** Approximates a language model's tokenizer: four tokens per three words. */
export const countTokens = (text: string): number => Math.ceil(((text.match(/\S+/g)?.length ?? 0) * 4) / 3);

/**
 * Cuts a document into passages of 200 to 300 tokens along its structure. List items and table rows stay whole unless
 * one exceeds a chunk, each part of a table begins with the table's first row, and a chunk repeats the last sentences
 * of the previous one under the same heading. Pure; runs in the extraction worker.
 */
export function chunkDocument(document: ExtractedDocument): Chunk[] {
  const chunks: Chunk[] = [];
  for (const section of readSections(document.blocks)) {
    for (const pieces of groupPieces(section.pieces)) {
      const text = joinPieces(pieces);
      const page = pieces[0]?.page ?? null;
      chunks.push({ position: chunks.length, headingPath: section.path, page, text, tokenCount: countTokens(text) });
    }
  }
  return chunks;
}

interface Section {
  path: string[];
  pieces: Piece[];
}

/** The content below each heading. A heading without content becomes a section of its own text. */
function readSections(blocks: DocumentBlock[]): Section[] {
  const sections: Section[] = [];
  let path: { level: number; text: string }[] = [];
  let pieces: Piece[] = [];
  let heading: DocumentBlock | null = null;
  let header: string | null = null;
  const close = (next: DocumentBlock | null) => {
    // The text of a heading directly above a lower heading is in the paths of the following sections.
    const isEmpty = heading !== null && pieces.length === 0 && !(next && levelOf(next) > levelOf(heading));
    if (isEmpty && heading) pieces = toPieces({ ...heading, kind: 'paragraph' }, null);
    if (pieces.length > 0) sections.push({ path: path.map(({ text }) => text), pieces });
    pieces = [];
  };
  for (const block of blocks) {
    if (block.text.trim() === '') continue;
    if (block.kind === 'heading') {
      close(block);
      const level = levelOf(block);
      path = [...path.filter((above) => above.level < level), { level, text: shorten(block.text) }];
      heading = block;
    } else {
      const isRow = block.kind === 'table_row';
      for (const piece of toPieces(block, isRow ? header : null)) pieces.push(piece);
      if (isRow) header ??= block.text.trim();
    }
    if (block.kind !== 'table_row') header = null;
  }
  close(null);
  return sections;
}

const levelOf = (block: DocumentBlock): number => Math.min(Math.max(block.level ?? 1, 1), deepestHeading);
const shorten = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, longestHeading);

function toPieces(block: DocumentBlock, header: string | null): Piece[] {
  const page = block.page ?? null;
  const text = block.text.trim();
  const whole = block.kind === 'list_item' || block.kind === 'table_row';
  const parts = whole ? [text] : block.kind === 'code' ? text.split('\n') : splitSentences(text);
  const limit = mostTokens - (header === null ? 0 : Math.min(countTokens(header), mostTokens / 2));
  return parts
    .flatMap((part) => splitLong(part, limit))
    .map((part, index) => {
      const newLine = index === 0 || block.kind === 'code';
      return { kind: block.kind, text: part, page, tokens: countTokens(part), newLine, header };
    });
}

const splitSentences = (text: string): string[] =>
  text.match(/\S[\s\S]*?(?:(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|\n|$)/g) ?? [];

/** Cuts an overlong sentence between words and an overlong word between characters. */
function splitLong(text: string, limit: number): string[] {
  if (text.length <= mostTokens * 12 && countTokens(text) <= limit) return [text];
  const words = text.split(/\s+/).flatMap((word) => word.match(/[\s\S]{1,200}/g) ?? []);
  const size = Math.floor((limit * 3) / 4);
  const parts: string[] = [];
  for (let at = 0; at < words.length; at += size) parts.push(words.slice(at, at + size).join(' '));
  return parts;
}

function groupPieces(pieces: Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let group: Piece[] = [];
  let tokens = 0;
  for (const piece of pieces) {
    if (group.length > 0 && (tokens >= fullTokens || tokens + piece.tokens > mostTokens)) {
      groups.push(group);
      group = startGroup(group, piece);
      tokens = group.reduce((sum, each) => sum + each.tokens, 0);
    }
    group.push(piece);
    tokens += piece.tokens;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/** The first pieces of a group: the header of a continued table, or the last sentences of the previous group. */
function startGroup(before: Piece[], next: Piece): Piece[] {
  const room = mostTokens - next.tokens;
  if (next.header !== null) {
    const tokens = countTokens(next.header);
    return tokens > room ? [] : [{ ...next, text: next.header, tokens, newLine: true }];
  }
  const overlap: Piece[] = [];
  let left = Math.min(overlapTokens, room);
  for (const piece of before.toReversed()) {
    left -= piece.tokens;
    if (piece.kind !== 'paragraph' || left < 0) break;
    overlap.unshift(piece);
  }
  return overlap;
}

const joinPieces = (pieces: Piece[]): string =>
  pieces.map(({ text, newLine }, index) => (index === 0 ? '' : newLine ? '\n' : ' ') + text.trim()).join('');

import type { DocumentBlock, ExtractedDocument } from '../passages/chunk-document.ts';

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(?=\S)/;
const tableRule = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;
const fence = /^\s*(```+|~~~+)/;

/** In a longer line, which nobody writes by hand, the search for pairs of marks would take minutes. */
const longestMarkedLine = 10_000;

/** The structure of a Markdown text: headings, paragraphs, list items, table rows, code. Its marks are taken off. */
export function readMarkdown(text: string): ExtractedDocument {
  const reader = new MarkdownReader(withoutFrontMatter(text.replaceAll(/\r\n?/g, '\n')).split('\n'));
  const blocks = reader.read();
  return { title: blocks.find((block) => block.kind === 'heading')?.text ?? null, blocks };
}

const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)\n/, '');

class MarkdownReader {
  readonly #lines: string[];
  readonly #blocks: DocumentBlock[] = [];
  /** The lines of the paragraph or list item that goes on. */
  #open: { kind: 'paragraph' | 'list_item'; lines: string[] } | null = null;
  #at = 0;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  read(): DocumentBlock[] {
    for (; this.#at < this.#lines.length; this.#at++) this.#readLine(this.#line(0));
    this.#close();
    return this.#blocks;
  }

  /** The line `ahead` of the present one, without the marks of a quotation. */
  #line(ahead: number): string {
    return (this.#lines[this.#at + ahead] ?? '').replace(/^\s{0,3}(?:>\s?)+/, '');
  }

  #readLine(line: string): void {
    const heading = /^\s{0,3}(#{1,6})\s(.*)$/.exec(line);
    if (line.trim() === '') this.#close();
    else if (fence.test(line)) this.#readCode(fence.exec(line)?.[1] as string);
    else if (heading) this.#readHeading(heading[1] as string, heading[2] as string);
    else if (this.#isUnderlined(line)) this.#readUnderlined();
    else if (/^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)) this.#close();
    else if (line.includes('|') && tableRule.test(this.#line(1).trim())) this.#readTable();
    else if (listItem.test(line)) {
      this.#close();
      this.#open = { kind: 'list_item', lines: [line.replace(listItem, '')] };
    } else {
      this.#open ??= { kind: 'paragraph', lines: [] };
      this.#open.lines.push(line.trim());
    }
  }

  /** The marks of a heading may stand behind it too. */
  #readHeading(marks: string, text: string): void {
    this.#add({ kind: 'heading', level: marks.length, text: text.trim().replace(/(?<=\s)#+$/, '') });
  }

  /** A heading by the line under it: `===` is the first level, `---` the second. */
  #isUnderlined(line: string): boolean {
    const isText = !this.#open && !listItem.test(line) && !line.includes('|');
    return isText && /^\s{0,3}(?:=+|-{2,})\s*$/.test(this.#line(1));
  }

  #readUnderlined(): void {
    const level = this.#line(1).trim().startsWith('=') ? 1 : 2;
    this.#add({ kind: 'heading', level, text: this.#line(0) });
    this.#at += 1;
  }

  #readCode(mark: string): void {
    this.#close();
    const lines: string[] = [];
    for (this.#at++; this.#at < this.#lines.length && !this.#line(0).trim().startsWith(mark); this.#at++) {
      lines.push(this.#line(0));
    }
    if (lines.some((line) => line.trim() !== '')) this.#blocks.push({ kind: 'code', text: lines.join('\n') });
  }

  #readTable(): void {
    this.#close();
    for (; this.#line(0).includes('|'); this.#at++) {
      if (tableRule.test(this.#line(0).trim())) continue;
      const cells = this.#line(0)
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/);
      this.#add({ kind: 'table_row', text: cells.map((cell) => cell.trim()).join(' | ') });
    }
    this.#at -= 1;
  }

  #close(): void {
    if (this.#open) {
      const { kind, lines } = this.#open;
      this.#open = null;
      this.#add({ kind, text: lines.join('\n') });
    }
  }

  #add(block: DocumentBlock): void {
    this.#close();
    const text = block.text.split('\n').map(withoutMarks).join('\n').trim();
    if (text !== '') this.#blocks.push({ ...block, text });
  }
}

/** Takes off what only says how a text looks, and tags; of a link and a picture the words stay. */
const withoutMarks = (line: string): string =>
  line.length > longestMarkedLine
    ? line
    : line
        .replaceAll(/!?\[([^[\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g, '$1')
        .replaceAll(/<\/?[a-z][^<>\n]*>/gi, '')
        .replaceAll(/(\*\*|__|~~|`{1,3})(?=\S)(.{1,500}?)(?<=\S)\1/g, '$2')
        .replaceAll(/(?<![\p{L}\p{N}])([*_])(?=\S)(.{1,500}?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
        .replaceAll(/\\([\\`*_{}[\]()#+.!|>-])/g, '$1');

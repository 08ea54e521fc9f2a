import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { DocumentBlock, ExtractedDocument } from '../passages/chunk-document.ts';

/** The part of the DOM that is read here. */
interface HtmlNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<HtmlNode>;
  querySelector(selector: string): HtmlNode | null;
}

const textNode = 3;
const elementNode = 1;
const dropped = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH IFRAME OBJECT EMBED CANVAS AUDIO VIDEO HEAD TITLE SELECT TEXTAREA BUTTON DIALOG'.split(
    ' ',
  ),
);
const blocks = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER ' +
    'FORM HEADER HR HTML LEGEND LI MAIN NAV OL P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);
/** Elements that mark a layout table. */
const layoutMarks = 'table, ul, ol, h1, h2, h3, h4, h5, h6';
/** Below this many characters the main content counts as not found and the whole page is read. */
const leastArticleLength = 200;

/** Reads a whole HTML document, as uploaded. */
export function readHtml(html: string): ExtractedDocument {
  const { document } = parseHTML(withDocument(html));
  return { title: titleOf(document), blocks: readBlocks(document.body ?? document.documentElement) };
}

/** Reads the main content of a web page, without navigation, banners and footers. */
export function readPage(html: string): ExtractedDocument {
  // Readability modifies the document, so the fallback parses it again.
  const { document } = parseHTML(withDocument(html));
  const title = titleOf(document);
  const article = new Readability(document, { maxElemsToParse: 100_000 }).parse();
  const content = article?.content ?? '';
  if ((article?.textContent ?? '').trim().length < leastArticleLength) return readHtml(html);
  return { title, blocks: readBlocks(parseHTML(withDocument(content)).document.body) };
}

/** The parser needs html and body elements, which are optional in HTML. */
const withDocument = (html: string): string =>
  /<body[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;

function titleOf(document: { querySelector(selector: string): { textContent: string | null } | null }): string | null {
  return collapse(document.querySelector('title')?.textContent ?? '') || null;
}

function readBlocks(root: unknown): DocumentBlock[] {
  const reader = new HtmlReader();
  reader.visit(root as HtmlNode);
  return reader.finish();
}

class HtmlReader {
  readonly #blocks: DocumentBlock[] = [];
  #text = '';
  #kind: 'paragraph' | 'list_item' = 'paragraph';

  visit(node: HtmlNode): void {
    if (node.nodeType === textNode) this.#text += (node.textContent ?? '').replaceAll(/\s+/g, ' ');
    else if (node.nodeType === elementNode) this.#visitElement(node);
  }

  finish(): DocumentBlock[] {
    this.#flush();
    return this.#blocks;
  }

  #visitElement(node: HtmlNode): void {
    const name = node.nodeName.toUpperCase();
    if (dropped.has(name)) return;
    if (/^H[1-6]$/.test(name)) this.#add({ kind: 'heading', level: Number(name[1]), text: collapse(textOf(node)) });
    else if (name === 'PRE') this.#add({ kind: 'code', text: (node.textContent ?? '').trim() });
    else if (name === 'BR') this.#text += '\n';
    else if (name === 'TR' && !node.querySelector(layoutMarks)) this.#add({ kind: 'table_row', text: cellsOf(node) });
    else if (name === 'LI') this.#visitItem(node);
    else if (blocks.has(name)) {
      this.#flush();
      for (const child of node.childNodes) this.visit(child);
      this.#flush();
    } else for (const child of node.childNodes) this.visit(child);
  }

  #visitItem(node: HtmlNode): void {
    this.#flush();
    const outer = this.#kind;
    this.#kind = 'list_item';
    for (const child of node.childNodes) this.visit(child);
    this.#flush();
    this.#kind = outer;
  }

  #flush(): void {
    const text = collapse(this.#text);
    this.#text = '';
    if (text !== '') this.#blocks.push({ kind: this.#kind, text });
  }

  #add(block: DocumentBlock): void {
    this.#flush();
    if (block.text !== '') this.#blocks.push(block);
  }
}

/** The text of an element without elements that are never shown. */
function textOf(node: HtmlNode): string {
  if (node.nodeType === textNode) return (node.textContent ?? '').replaceAll(/\s+/g, ' ');
  if (node.nodeType !== elementNode || dropped.has(node.nodeName.toUpperCase())) return '';
  const text = [...node.childNodes].map(textOf).join('');
  return blocks.has(node.nodeName.toUpperCase()) || node.nodeName.toUpperCase() === 'BR' ? ` ${text} ` : text;
}

function cellsOf(row: HtmlNode): string {
  const cells = [...row.childNodes].filter((child) => /^T[DH]$/i.test(child.nodeName));
  const texts = cells.map((cell) => collapse(textOf(cell)));
  return texts.some((text) => text !== '') ? texts.join(' | ') : '';
}

/** Collapses whitespace to single spaces and keeps line breaks. */
const collapse = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim();

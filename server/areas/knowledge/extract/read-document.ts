import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { decodeText } from '../../../platform/text/text-encoding.ts';
import { detectLanguage, type Language } from '../language/detect-language.ts';
import { type Chunk, chunkDocument, type ExtractedDocument, maxCharacters } from '../passages/chunk-document.ts';
import { docxType, readableTypes } from '../sources/readable-types.ts';
import { SourceFault } from '../sources/source-fault.ts';
import { readMarkdown } from './markdown.ts';
import { readPlainText, readRows } from './plain-text.ts';

/** A stored blob, or the response of a URL. */
export type ReadInput =
  | { kind: 'TEXT' | 'FILE'; path: string; contentType: string }
  | { kind: 'URL'; bytes: Uint8Array; charset: string | null };

/** The content of a document, ready to be stored. */
export interface ReadResult {
  title: string | null;
  language: Language | null;
  chunks: Chunk[];
  charCount: number;
  contentType: string;
  sizeBytes: number;
  /** SHA-256 in hexadecimal. */
  contentHash: string;
}

/** Reads a document and cuts it into chunks. Throws `SourceFault`. Takes seconds, so it runs in a worker. */
export async function readDocument(input: ReadInput): Promise<ReadResult> {
  const bytes = input.kind === 'URL' ? Buffer.from(input.bytes) : await readFile(input.path);
  const contentType = input.kind === 'URL' ? await sniff(bytes) : input.contentType;
  // The PDF reader detaches the buffer.
  const measured = { contentType, sizeBytes: bytes.length, contentHash: hash('sha256', bytes) };
  const document = await parse(bytes, contentType, input);
  const text = document.blocks.map((block) => block.text).join('\n');
  if (text.length > maxCharacters) throw new SourceFault('too_much_text');
  if (!/[\p{L}\p{N}]/u.test(text)) throw new SourceFault('no_text');
  return {
    ...measured,
    title: document.title?.slice(0, 200) ?? null,
    language: detectLanguage(text),
    chunks: chunkDocument(document),
    charCount: text.length,
  };
}

/** Libraries load slowly and each document gets a new thread, so only the needed ones are imported. */
async function sniff(bytes: Buffer): Promise<string> {
  const { sniffBytes } = await import('../../../platform/files/sniff.ts');
  return (await sniffBytes(bytes)).contentType;
}

/**
 * The PDF library needs a DOMMatrix class when it loads, but uses it only to draw. The canvas package that provides one
 * has 31 MB and is not installed.
 */
export function loadPdfReader(): Promise<typeof import('./pdf.ts')> {
  const scope = globalThis as { DOMMatrix?: unknown };
  scope.DOMMatrix ??= class DOMMatrix {};
  return import('./pdf.ts');
}

async function parse(bytes: Buffer, contentType: string, input: ReadInput): Promise<ExtractedDocument> {
  try {
    if (contentType === 'application/pdf') return await (await loadPdfReader()).readPdf(new Uint8Array(bytes));
    if (contentType === docxType) return await (await import('./docx.ts')).readDocx(bytes);
    if (!readableTypes.includes(contentType)) throw new SourceFault('unsupported_type', contentType);
    return await parseText(textOf(bytes, input), contentType, input.kind === 'URL');
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault('unreadable', (error as Error).message.slice(0, 200));
  }
}

async function parseText(text: string, contentType: string, isPage: boolean): Promise<ExtractedDocument> {
  if (contentType === 'text/html') {
    const { readHtml, readPage } = await import('./html.ts');
    return isPage ? readPage(text) : readHtml(text);
  }
  if (contentType === 'text/markdown') return readMarkdown(text);
  return contentType === 'text/csv' ? readRows(text) : readPlainText(text);
}

/** The charset that a server declares takes precedence over detection, unless it is wrong. */
function textOf(bytes: Buffer, input: ReadInput): string {
  const charset = input.kind === 'URL' ? input.charset : null;
  if (charset !== null && !/^utf-?8$/i.test(charset)) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes).replaceAll('\0', '');
    } catch {
      // Unknown or wrong: detect it from the bytes.
    }
  }
  const text = decodeText(bytes);
  if (text === null) throw new SourceFault('unsupported_type', 'the bytes are not text');
  return text;
}

import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** What a file's bytes say it is; `extension` has no dot. */
export interface SniffedType {
  contentType: string;
  extension: string;
}

const headBytes = 64 * 1024;
const unknown: SniffedType = { contentType: 'application/octet-stream', extension: 'bin' };

/** Finds out what a file is by its bytes alone: neither its name nor what the sender called it is believed. */
export async function sniffFile(path: string): Promise<SniffedType> {
  const found = await fileTypeFromFile(path);
  if (found && found.mime !== 'application/xml') return { contentType: found.mime, extension: found.ext };
  const text = decodeText(await readHead(path));
  return text === null ? unknown : sniffText(text);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** UTF-8, or what spreadsheets on Windows write; null when there are bytes that no text has. */
function decodeText(head: Buffer): string | null {
  if (head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    // The five bytes that Windows-1252 leaves undefined.
    return head.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)) ? null : head.toString('latin1');
  }
}

function sniffText(text: string): SniffedType {
  const start = text.trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(start)) {
    return { contentType: 'image/svg+xml', extension: 'svg' };
  }
  if (/^(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)[\s>]/i.test(start)) {
    return { contentType: 'text/html', extension: 'html' };
  }
  if (start.startsWith('<?xml')) return { contentType: 'application/xml', extension: 'xml' };
  if (looksLikeMarkdown(text)) return { contentType: 'text/markdown', extension: 'md' };
  if (looksLikeCsv(text)) return { contentType: 'text/csv', extension: 'csv' };
  return { contentType: 'text/plain', extension: 'txt' };
}

/** A heading, a fence, a link or a table's rule: what prose without markup does not have. */
const looksLikeMarkdown = (text: string): boolean =>
  /^#{1,6} \S/m.test(text) ||
  /^```/m.test(text) ||
  /\[[^\]\n]+\]\([^)\n]+\)/.test(text) ||
  /^\|?( *:?-{3,}:? *\|)+/m.test(text);

/** The first lines have the same number of separators, at least one. */
function looksLikeCsv(text: string): boolean {
  const lines = text
    .split(/\r?\n/, 6)
    .slice(0, 5)
    .filter((line) => line !== '');
  if (lines.length < 2) return false;
  return [',', ';', '\t'].some((separator) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length - 1);
    return (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0]);
  });
}

import { open } from 'node:fs/promises';
import { decodeText } from '../text/text-encoding.ts';

/** A file type detected from the bytes; `extension` has no dot. */
export interface SniffedType {
  contentType: string;
  extension: string;
}

/** Bytes read to detect text formats; `file-type` itself reads only a few bytes. */
const headBytes = 64 * 1024;
const unknown: SniffedType = { contentType: 'application/octet-stream', extension: 'bin' };

/** Detects a file's type from its bytes alone; neither its name nor the sender's content type is trusted. */
export async function sniffFile(path: string): Promise<SniffedType> {
  const { fileTypeFromFile } = await import('file-type');
  return sniff(await fileTypeFromFile(path), await readHead(path));
}

/** Like `sniffFile`, for bytes in memory. */
export async function sniffBytes(bytes: Uint8Array): Promise<SniffedType> {
  const { fileTypeFromBuffer } = await import('file-type');
  return sniff(await fileTypeFromBuffer(bytes), bytes.subarray(0, headBytes));
}

function sniff(found: { mime: string; ext: string } | undefined, head: Uint8Array): SniffedType {
  if (found?.mime === 'video/mp4' && holdsOnlySound(head)) return { contentType: 'audio/mp4', extension: 'm4a' };
  if (found?.mime === 'video/webm' && holdsOnlySound(head)) return { contentType: 'audio/webm', extension: 'weba' };
  if (found && found.mime !== 'application/xml') return { contentType: found.mime, extension: found.ext };
  const text = decodeText(head, { isCut: head.length === headBytes });
  return text === null ? unknown : sniffText(text);
}

/** The track of a picture or of sound: a handler in MP4, a codec in WebM. */
const pictureTrack = /hdlr.{8}vide|\x86.V_/s;
const soundTrack = /hdlr.{8}soun|\x86.A_/s;

/** Whether a container of video holds a voice message; browsers record these so. */
function holdsOnlySound(head: Uint8Array): boolean {
  const tracks = Buffer.from(head).toString('latin1');
  return soundTrack.test(tracks) && !pictureTrack.test(tracks);
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

function sniffText(text: string): SniffedType {
  const start = text.trimStart();
  const root = start.slice(prologLength(start));
  if (/^(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(root)) return { contentType: 'image/svg+xml', extension: 'svg' };
  if (/^<(?:!doctype html|html|head|body)[\s>]/i.test(root)) return { contentType: 'text/html', extension: 'html' };
  if (start.startsWith('<?xml')) return { contentType: 'application/xml', extension: 'xml' };
  if (looksLikeMarkdown(text)) return { contentType: 'text/markdown', extension: 'md' };
  if (isHtmlFragment(start)) return { contentType: 'text/html', extension: 'html' };
  if (looksLikeCsv(text)) return { contentType: 'text/csv', extension: 'csv' };
  return { contentType: 'text/plain', extension: 'txt' };
}

const prologParts = [
  { opens: '<?xml', closes: '>' },
  { opens: '<!--', closes: '-->' },
];

/** Returns the length of the XML declaration, comments and blanks before the root element. */
function prologLength(text: string): number {
  let at = 0;
  for (;;) {
    const part = prologParts.find(({ opens }) => text.startsWith(opens, at));
    const end = part ? text.indexOf(part.closes, at + part.opens.length) : -1;
    if (!part || end < 0) return at;
    at = end + part.closes.length;
    while (/\s/.test(text.charAt(at))) at += 1;
  }
}

/** Finds a heading, a fence, a link or a table rule, which prose without markup lacks. */
const looksLikeMarkdown = (text: string): boolean =>
  /^#{1,6} \S/m.test(text) ||
  /^```/m.test(text) ||
  // No part matches an opening bracket, so each is visited once.
  /\[[^[\]\n]+\]\([^[)\n]+\)/.test(text) ||
  /^\|?( *:?-{3,}:? *\|)+/m.test(text);

/** A fragment of HTML without the page around it. */
const isHtmlFragment = (start: string): boolean =>
  /^<(meta|title|script|style|main|article|section|div|h[1-6]|p|ul|ol|table)[\s>]/i.test(start) &&
  /<\/\w+>/.test(start);

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

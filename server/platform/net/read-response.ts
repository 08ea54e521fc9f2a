import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';

export const responseTooLarge = (maxBytes: number): OutboundError =>
  new OutboundError('too_large', `The response has more than ${maxBytes} bytes`);

/** How long a body that decides nothing may take after the head. */
const glimpseMs = 1_000;

/**
 * Returns the status, the headers and the decoded body of a response. Throws for a coding that nobody here can decode,
 * unless the status decides; then the body is empty.
 */
export function readHead(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  method: string,
  statusDecides = false,
) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) headers[name] = String(value);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  const stream = hasBody ? decode(body, headers['content-encoding']) : body;
  if (stream === null && !statusDecides) {
    const encoding = headers['content-encoding']?.slice(0, 50);
    throw new OutboundError('invalid_answer', `The content encoding ${encoding} is not supported`);
  }
  return { status, headers, stream: stream ?? Readable.from([]) };
}

/** Decodes the content codings, the last applied first; null for one that is unknown, after closing the body. */
function decode(body: Readable, encoding = ''): Readable | null {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const wanted = codings.filter((coding) => coding !== '' && coding !== 'identity').reverse();
  const decoders = wanted.slice(0, 2).map((coding): Duplex | null => {
    if (coding === 'br') return createBrotliDecompress();
    return ['gzip', 'x-gzip', 'deflate'].includes(coding) ? createUnzip() : null;
  });
  if (wanted.length > 2 || decoders.includes(null)) {
    body.on('error', () => {}).destroy();
    return null;
  }
  // Errors reach the reader through the last stream.
  return decoders.reduce((stream: Readable, decoder) => pipeline(stream, decoder as Duplex, () => {}), body);
}

/** Reads a body up to `maxBytes`. A longer one is truncated or refused, and its connection closed. */
export async function readBody(stream: Readable, maxBytes: number, truncate = false) {
  const chunks: Buffer[] = [];
  const isWhole = await collect(stream, maxBytes, chunks);
  if (!isWhole && !truncate) throw responseTooLarge(maxBytes);
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: !isWhole };
}

/**
 * Reads what arrives at once of a body that decides nothing, up to `maxBytes`, and closes the connection when there is
 * more. A body that is slow, cut off or damaged ends early.
 */
export async function glimpseBody(stream: Readable, maxBytes: number) {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => stream.destroy(), glimpseMs);
  stream.on('error', () => {});
  const isWhole = await collect(stream, maxBytes, chunks).catch(() => false);
  clearTimeout(timer);
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: !isWhole };
}

/** Adds a body to `chunks` until they have more than `maxBytes`; resolves to whether that was all of it. */
async function collect(stream: Readable, maxBytes: number, chunks: Buffer[]): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return bytes <= maxBytes;
}

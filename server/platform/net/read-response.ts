import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';

export const responseTooLarge = (maxBytes: number): OutboundError =>
  new OutboundError('too_large', `The response has more than ${maxBytes} bytes`);

/** Time limit, after the headers, for a body that does not affect the result. */
const glimpseMs = 1_000;

/**
 * Returns the status, the headers and the decoded body of a response. Throws for an unsupported content encoding; with
 * `statusDecides` the body is empty instead.
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

/** Decodes the content codings in reverse order. For an unknown coding, closes the body and returns null. */
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
 * Reads up to `maxBytes` of a body that does not affect the result, for a second at most, and closes the connection if
 * there is more. A slow, truncated or damaged body ends early.
 */
export async function glimpseBody(stream: Readable, maxBytes: number) {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => stream.destroy(), glimpseMs);
  stream.on('error', () => {});
  const isWhole = await collect(stream, maxBytes, chunks).catch(() => false);
  clearTimeout(timer);
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: !isWhole };
}

/** Appends a body to `chunks` until they exceed `maxBytes`; resolves to true if the body is complete. */
async function collect(stream: Readable, maxBytes: number, chunks: Buffer[]): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return bytes <= maxBytes;
}

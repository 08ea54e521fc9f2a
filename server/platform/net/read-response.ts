import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';

export const responseTooLarge = (maxBytes: number): OutboundError =>
  new OutboundError('too_large', `The response has more than ${maxBytes} bytes`);

/** Returns the status, the headers and the decoded body of a response. */
export function readHead({ statusCode: status, headers: raw, body }: Dispatcher.ResponseData, method: string) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) headers[name] = String(value);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  return { status, headers, stream: hasBody ? decode(body, headers['content-encoding']) : body };
}

/** Decodes the content codings, the last applied first. */
function decode(body: Readable, encoding = ''): Readable {
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
    throw new OutboundError('invalid_answer', `The content encoding ${encoding.slice(0, 50)} is not supported`);
  }
  // Errors reach the reader through the last stream.
  return decoders.reduce((stream: Readable, decoder) => pipeline(stream, decoder as Duplex, () => {}), body);
}

/** Reads a body up to `maxBytes`. A longer one is truncated or refused, and its connection closed. */
export async function readBody(stream: Readable, maxBytes: number, truncate = false) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  if (bytes > maxBytes && !truncate) throw responseTooLarge(maxBytes);
  return { body: Buffer.concat(chunks, Math.min(bytes, maxBytes)), truncated: bytes > maxBytes };
}

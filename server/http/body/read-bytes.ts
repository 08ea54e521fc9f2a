import type { Request } from 'express';
import { invalid, Problem } from '../../platform/problem.ts';
import { holdBytes } from '../connections/connections.ts';
import { inviteBody } from '../connections/drain.ts';

/**
 * Reads a body into memory. Throws 413 before reading a body declared larger than `maxBytes` and once more has arrived,
 * 415 for a compressed body, 400 for a truncated one or one whose caller has left, 429 when the caller's unfinished bodies
 * take too much memory.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): Problem => new Problem('payload_too_large', `The body may have at most ${maxBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) {
    throw new Problem('unsupported_media_type', 'Send the body without Content-Encoding');
  }
  const cutOff = (): Problem => invalid('body', 'The body is cut off');
  // A caller may leave before its body is read; no event follows.
  if (request.destroyed) throw cutOff();
  inviteBody(request);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      try {
        if (bytes > maxBytes) throw tooLarge();
        holdBytes(request, chunk.length);
        chunks.push(chunk);
      } catch (error) {
        request.off('data', take);
        reject(error);
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks, bytes)));
    request.once('error', () => reject(cutOff()));
    request.once('close', () => reject(cutOff()));
  });
}

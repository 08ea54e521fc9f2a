import type { Request } from 'express';
import { invalid, Problem } from '../../platform/problem.ts';
import { holdBytes } from '../connections/connections.ts';
import { inviteBody } from '../connections/drain.ts';

/**
 * Reads a body into memory. Throws 413 before reading what is announced as larger than `maxBytes` and as soon as more
 * has come, 415 for a compressed one, 400 for one that is cut off.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): Problem => new Problem('payload_too_large', `The body may have ${maxBytes} bytes at most`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) {
    throw new Problem('unsupported_media_type', 'Send the body without Content-Encoding');
  }
  inviteBody(request);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        request.off('data', take);
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
      holdBytes(request, chunk.length);
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks, bytes)));
    request.once('error', () => reject(invalid('body', 'The body is cut off')));
    request.once('close', () => reject(invalid('body', 'The body is cut off')));
  });
}

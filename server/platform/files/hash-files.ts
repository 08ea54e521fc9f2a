import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problem.ts';

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes a stream to a new private file and syncs it; returns its hash and size. Throws 413 above `maxBytes`. */
export async function writeHashed(stream: Chunks, path: string, maxBytes: number) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const counted = async function* (chunks: Chunks) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  };
  // Opened first: a stream that opens its file itself could do so after the cleanup.
  const file = await open(path, 'wx', 0o600);
  await pipeline(stream, counted, file.createWriteStream({ flush: true }));
  return { hash: hash.digest('hex'), sizeBytes };
}

/** Makes a file written by another library private and durable; returns its hash and size. */
export async function hashAndSync(path: string): Promise<{ hash: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { hash: hash.digest('hex'), sizeBytes };
}

/** The 413 naming the limit. */
export const tooLarge = (maxBytes: number): Problem =>
  new Problem('payload_too_large', `A file may have at most ${maxBytes} bytes`);

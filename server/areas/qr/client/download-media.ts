import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { downloadMediaMessage, extractMessageContent, type WAMessage, type WASocket } from 'baileys';
import { readMediaRef } from './media-ref.ts';

const reuploadPatienceMs = 20_000;
const largestMedia = 100 * 1024 * 1024;
/** Statuses for an attachment that the provider has deleted, which happens after some weeks. */
const goneStatuses = [404, 410];

class TooLarge extends Error {}

/** Address of an attachment; null if the part of a message has none. */
type Place = { directPath?: string | null; url?: string | null } | null;

/**
 * Writes an attachment to a file. If the provider no longer stores it, the phone is asked to upload it again. Returns
 * `lost` if the phone has deleted it as well, or if it is larger than 100 MiB. Throws if a later call may succeed. `host` overrides
 * the provider's hosts for media.
 */
export async function downloadMedia(
  socket: WASocket,
  { ref, path }: { ref: string; path: string },
  host: string | undefined,
): Promise<'written' | 'lost'> {
  const message = readMediaRef(ref);
  const parts = Object.values(extractMessageContent(message.message) ?? {}) as Place[];
  const place = parts.find((part) => part?.directPath?.startsWith('/'));
  if (!place) throw new Error('The attachment has no path at the provider');
  try {
    const stream = await openStream(socket, message, host ?? new URL(place.url ?? '').host);
    await pipeline(stream, limited, createWriteStream(path, { mode: 0o600 }));
    return 'written';
  } catch (error) {
    if (error instanceof TooLarge || isGone(error)) return 'lost';
    throw error;
  }
}

async function openStream(socket: WASocket, message: WAMessage, host: string) {
  const open = () => downloadMediaMessage(message, 'stream', { host });
  try {
    return await open();
  } catch (error) {
    // The library's own request never happens: it expects the status in another property of the error.
    if (!isGone(error)) throw error;
    await Promise.race([socket.updateMediaMessage(message), rejectAfter(reuploadPatienceMs)]);
    return open();
  }
}

const isGone = (error: unknown): boolean =>
  goneStatuses.includes((error as { output?: { statusCode?: number } } | null)?.output?.statusCode ?? 0);

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > largestMedia) throw new TooLarge();
    yield chunk;
  }
}

const rejectAfter = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error('The phone did not respond')), ms));

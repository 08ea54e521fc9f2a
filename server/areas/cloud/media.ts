import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { OutboundError } from '../../platform/net/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';
import { MediaLostError } from '../channels/index.ts';
import type { GraphClient } from './graph-client.ts';
import { GraphError } from './graph-errors.ts';

const largestMedia = 100 * 1024 * 1024;
const transferTimeoutMs = 120_000;

interface LocalFile {
  hash: string;
  contentType: string;
  fileName: string;
  sizeBytes: number;
}

/** Uploads a file for sending; returns the vendor's id, which is valid for 30 days. Throws `GraphError`. */
export async function uploadMedia(
  platform: Platform,
  client: GraphClient,
  file: LocalFile,
  timeoutMs: number,
): Promise<string> {
  const boundary = `frontdesk-${randomUUID()}`;
  const field = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fileName = file.fileName.replaceAll(/["\\\r\n]/g, '_');
  const head = Buffer.from(
    `${field('messaging_product', 'whatsapp')}${field('type', file.contentType)}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${fileName}"\r\n` +
      `content-type: ${file.contentType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { id } = await client.call({
    path: `/${client.account.phoneNumberId}/media`,
    bytes: Readable.from(concat(head, platform.files.read(file.hash), tail)),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.sizeBytes + tail.length),
    },
    answer: z.object({ id: z.string() }),
    timeoutMs,
  });
  return id;
}

async function* concat(head: Buffer, middle: AsyncIterable<Buffer>, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  yield* middle;
  yield tail;
}

const MediaAnswer = z.object({ url: z.string(), sha256: z.string().optional() });

/**
 * The bytes of a received attachment. Its address is valid for five minutes; an expired one is requested again once.
 * The vendor stores the file for seven days. The stream fails at its end if the bytes do not match the vendor's hash.
 * Throws `GraphError`, and `MediaLostError` if the vendor does not know the file.
 */
export async function downloadMedia(client: GraphClient, mediaId: string, signal: AbortSignal): Promise<Readable> {
  const begin = async () => {
    const media = await lookUp(client, mediaId);
    const chunks = client.download(media.url, { maxBytes: largestMedia, timeoutMs: transferTimeoutMs, signal });
    return { chunks, first: await chunks.next(), sha256: media.sha256 };
  };
  const { chunks, first, sha256 } = await begin().catch((error) => {
    if (error instanceof OutboundError && error.code === 'invalid_answer') return begin();
    throw error;
  });
  return Readable.from(verified(first, chunks, sha256));
}

const unknownObject = 100;

async function lookUp(client: GraphClient, mediaId: string): Promise<z.infer<typeof MediaAnswer>> {
  const query = { phone_number_id: client.account.phoneNumberId };
  try {
    return await client.call({ path: `/${encodeURIComponent(mediaId)}`, query, answer: MediaAnswer });
  } catch (error) {
    if (!(error instanceof GraphError) || error.code !== unknownObject) throw error;
    throw new MediaLostError(error.detail, { cause: error });
  }
}

async function* verified(
  first: IteratorResult<Buffer>,
  rest: AsyncGenerator<Buffer>,
  sha256: string | undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for (let next = first; !next.done; next = await rest.next()) {
    hash.update(next.value);
    yield next.value;
  }
  const digest = hash.digest();
  // The vendor encodes the hash in hex or in base64.
  if (sha256 !== undefined && sha256 !== digest.toString('hex') && sha256 !== digest.toString('base64')) {
    throw new GraphError('media_invalid', 'The attachment arrived damaged');
  }
}

/** Uploads the sample of a template's media header, resuming once after an interruption; returns its handle. */
export async function uploadSample(platform: Platform, client: GraphClient, file: LocalFile): Promise<string> {
  const { appId, accessToken } = client.account;
  if (appId === null) throw new GraphError('credentials', 'The app uploads samples: set appId in the credentials');
  const session = await client.call({
    method: 'POST',
    path: `/${appId}/uploads`,
    query: { file_name: file.fileName, file_length: String(file.sizeBytes), file_type: file.contentType },
    answer: z.object({ id: z.string().startsWith('upload:') }),
  });
  const authorization = `OAuth ${accessToken}`;
  const send = async (offset: number): Promise<string> => {
    const { h } = await client.call({
      path: `/${session.id}`,
      bytes: platform.files.read(file.hash, { start: offset }),
      headers: { authorization, file_offset: String(offset), 'content-length': String(file.sizeBytes - offset) },
      answer: z.object({ h: z.string() }),
      timeoutMs: transferTimeoutMs,
    });
    return h;
  };
  try {
    return await send(0);
  } catch (error) {
    if (!(error instanceof GraphError) || !error.uncertain) throw error;
    const { file_offset: offset } = await client.call({
      path: `/${session.id}`,
      headers: { authorization },
      answer: z.object({ file_offset: z.number().int().min(0) }),
    });
    return send(offset);
  }
}

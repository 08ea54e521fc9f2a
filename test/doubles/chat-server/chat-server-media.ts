import { createDecipheriv } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  type AnyMediaMessageContent,
  extractMessageContent,
  getMediaKeys,
  prepareWAMessageMedia,
  type proto,
} from 'baileys';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
export const certificateFile = file('../loopback-certificate.pem');

/** Place and key of a message's attachment. */
export const mediaOf = (message: proto.IMessage): { directPath: string; mediaKey: Uint8Array } =>
  Object.values(extractMessageContent(message) ?? {}).find((part) => part?.directPath);

type Kind = 'image' | 'video' | 'audio' | 'document';

/** The chat server's store of encrypted attachments. Uploads without its token are rejected. */
export class MediaHost {
  readonly blobs = new Map<string, Buffer>();
  /** Attachments that only the shop's phone still has, by their former path. */
  readonly #onPhone = new Map<string, Buffer>();
  host = '';
  readonly #server = createServer({
    key: readFileSync(file('../loopback-key.pem')),
    cert: readFileSync(certificateFile),
  });

  async start(): Promise<void> {
    this.#server.on('request', async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', `https://${this.host}`);
      if (request.method === 'GET') {
        const blob = this.blobs.get(pathname);
        response.writeHead(blob ? 200 : 410).end(blob);
        return;
      }
      if (request.method !== 'POST' || searchParams.get('auth') !== 'upload-token')
        return response.writeHead(401).end();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      response.end(JSON.stringify(this.#keep(pathname.split('/').at(-1) as string, Buffer.concat(chunks))));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.host = `localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** A customer's phone uploads; returns the message that refers to the attachment. */
  async upload(content: AnyMediaMessageContent): Promise<proto.IMessage> {
    return prepareWAMessageMedia(content, {
      upload: async (path, { fileEncSha256B64 }) => {
        const name = fileEncSha256B64.replaceAll(/[^A-Za-z0-9]/g, '');
        const { url, direct_path: directPath } = this.#keep(name, await readFile(path));
        return { mediaUrl: url, directPath };
      },
    });
  }

  /** An attachment on a customer's phone; null if the message has none. */
  async open(message: proto.IMessage): Promise<Buffer | null> {
    const content = extractMessageContent(message);
    for (const kind of ['image', 'video', 'audio', 'document'] as Kind[]) {
      const media = content?.[`${kind}Message`];
      if (!media) continue;
      const blob = this.blobs.get(media.directPath ?? '');
      if (!blob) throw new Error('The attachment is not there');
      const { cipherKey, iv } = await getMediaKeys(media.mediaKey as Uint8Array, kind);
      const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
      return Buffer.concat([decipher.update(blob.subarray(0, -10)), decipher.final()]);
    }
    return null;
  }

  /** Deletes an attachment; with `staysOnPhone` the shop's phone can upload it again. */
  expire(message: proto.IMessage, { staysOnPhone = false } = {}): void {
    const { directPath } = mediaOf(message);
    const blob = this.blobs.get(directPath);
    if (blob && staysOnPhone) this.#onPhone.set(directPath, blob);
    this.blobs.delete(directPath);
  }

  /** The shop's phone uploads an attachment again; returns its new path, null if the phone has no copy. */
  restore(message: proto.IMessage): string | null {
    const { directPath } = mediaOf(message);
    const blob = this.#onPhone.get(directPath);
    return blob ? this.#keep(`again-${directPath.slice('/v/'.length)}`, blob).direct_path : null;
  }

  #keep(name: string, bytes: Buffer) {
    const path = `/v/${name}`;
    this.blobs.set(path, bytes);
    return { url: `https://${this.host}${path}`, direct_path: path };
  }
}

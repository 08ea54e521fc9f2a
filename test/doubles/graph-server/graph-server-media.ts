import { createHash } from 'node:crypto';
import type { GraphServer } from './graph-server.ts';
import { GraphFailure, newGraphId, RawAnswer, type Route } from './graph-server-protocol.ts';

interface Media {
  bytes: Buffer;
  type: string;
  /** When the file expires, epoch ms. */
  until: number;
}

const urlLifeMs = 5 * 60_000;
const inboundLifeMs = 7 * 24 * 3_600_000;
const uploadLifeMs = 30 * 24 * 3_600_000;
const sendable = /^(image\/(jpeg|png)|video\/(mp4|3gpp?)|audio\/(aac|amr|mpeg|mp4|ogg)|application\/|text\/plain)/;

/** Files in both directions, and upload sessions for samples of templates. */
export function mediaRoutes(server: GraphServer) {
  const media = new Map<string, Media>();
  const urls = new Map<string, { id: string; until: number }>();
  const sessions = new Map<string, { length: number; type: string; bytes: Buffer }>();
  const now = (): number => server.now().getTime();

  const find = (id: string): Media => {
    const found = media.get(id);
    if (found && found.until > now()) return found;
    throw new GraphFailure(400, { code: 100, error_subcode: 33, message: 'Object does not exist' });
  };

  const keep = (bytes: Buffer, type: string, lifeMs: number): string => {
    const id = newGraphId();
    media.set(id, { bytes, type, until: now() + lifeMs });
    return id;
  };

  /** Downloads that do not begin before they are released, by the file. */
  const holds = new Map<string, Promise<void>>();

  const state = {
    /** Fault: the next upload session breaks off after its first bytes. */
    breakUploadAfter: null as number | null,
    /** Fault: the next addresses have already expired. */
    expiredUrls: 0,
    /** Fault: downloads do not match their hash. */
    corrupt: false,
  };

  const routes: Route[] = [
    [
      'POST',
      new RegExp(`^/${server.account.phoneNumberId}/media$`),
      'whatsapp_business_messaging',
      async ({ bytes, headers }) => {
        const request = new Request('http://upload', {
          method: 'POST',
          body: new Uint8Array(bytes),
          headers: { 'content-type': headers['content-type'] ?? '' },
        });
        const form = await request.formData();
        const file = form.get('file');
        const type = String(form.get('type'));
        const unknown = [...form.keys()].filter((name) => !['messaging_product', 'type', 'file'].includes(name));
        if (!(file instanceof File) || form.get('messaging_product') !== 'whatsapp' || unknown.length > 0) {
          throw new GraphFailure(400, { code: 100 });
        }
        if (!sendable.test(type)) throw new GraphFailure(400, { code: 131053 });
        return { id: keep(Buffer.from(await file.arrayBuffer()), type, uploadLifeMs) };
      },
    ],
    [
      'GET',
      /^\/download\/(\w+)$/,
      null,
      async (_request, [key = '']) => {
        const url = urls.get(key);
        if (!url || url.until <= now()) throw new GraphFailure(404, { code: 100 });
        await holds.get(url.id);
        const { bytes, type } = find(url.id);
        return new RawAnswer(state.corrupt ? Buffer.concat([bytes, Buffer.from('x')]) : bytes, type);
      },
    ],
    [
      'POST',
      new RegExp(`^/${server.account.appId}/uploads$`),
      'whatsapp_business_management',
      ({ query }) => {
        const length = Number(query.get('file_length'));
        const type = query.get('file_type') ?? '';
        if (!query.get('file_name') || !(length > 0) || type === '') throw new GraphFailure(400, { code: 100 });
        const id = `upload:${newGraphId()}`;
        sessions.set(id, { length, type, bytes: Buffer.alloc(0) });
        return { id };
      },
    ],
    [
      'POST',
      /^\/(upload:\w+)$/,
      null,
      ({ headers, bytes }, [id = '']) => {
        const session = sessions.get(id);
        if (!session || !headers.authorization?.startsWith('OAuth ')) throw new GraphFailure(400, { code: 100 });
        if (Number(headers.file_offset) !== session.bytes.length) throw new GraphFailure(400, { code: 100 });
        session.bytes = Buffer.concat([session.bytes, bytes]);
        if (session.bytes.length !== session.length) throw new GraphFailure(400, { code: 100 });
        return { h: `4::${createHash('sha256').update(session.bytes).digest('base64')}` };
      },
    ],
    [
      'GET',
      /^\/(upload:\w+)$/,
      null,
      (_request, [id = '']) => ({ id, file_offset: sessions.get(id)?.bytes.length ?? 0 }),
    ],
    [
      'GET',
      /^\/(\d+)$/,
      'whatsapp_business_messaging',
      ({ query }, [id = '']) => {
        if (!query.has('phone_number_id')) return server.management.readNode(id, query);
        const { bytes, type } = find(id);
        const key = newGraphId();
        const expired = state.expiredUrls > 0;
        if (expired) state.expiredUrls -= 1;
        urls.set(key, { id, until: expired ? 0 : now() + urlLifeMs });
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const url = `${server.url}/download/${key}`;
        return { messaging_product: 'whatsapp', url, mime_type: type, sha256, file_size: bytes.length, id };
      },
    ],
  ];

  return Object.assign(state, {
    routes,
    /** Stores an upload of a customer's phone; returns the id for the webhook. */
    put: (bytes: Buffer, type: string): string => keep(bytes, type, inboundLifeMs),
    /** The bytes of a file that Frontdesk uploaded. */
    bytesOf: (id: string): Buffer => find(id).bytes,
    /** The vendor deletes a file. */
    expire: (id: string): boolean => media.delete(id),
    /** Makes downloads of a file wait until the returned function is called. */
    hold(id: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(id, promise);
      return resolve;
    },

    /** The bytes received before a session broke off. */
    keepPart(id: string, bytes: Buffer): void {
      const session = sessions.get(id);
      if (session) session.bytes = bytes.subarray(0, state.breakUploadAfter ?? 0);
      state.breakUploadAfter = null;
    },

    /** Rejects a message whose file is unknown or of another kind. */
    assertUsable(message: { type: string } & Record<string, unknown>): void {
      if (!['image', 'video', 'audio', 'document'].includes(message.type)) return;
      const { id } = message[message.type] as { id: string };
      const { type } = find(id);
      if (message.type !== 'document' && !type.startsWith(message.type)) throw new GraphFailure(400, { code: 131053 });
    },
  });
}

import { extractMessageContent, type proto } from 'baileys';
import type { RejectionReason } from '../../../server/areas/channels/index.ts';
import type { ChatServer } from '../../doubles/chat-server/chat-server.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import {
  type CustomerSays,
  describeConformance,
  type Harness,
  type OpenedChannel,
  type ShownMessage,
} from '../channels/conformance.ts';
import { environmentOf, type LiveShop, openPaired, watchChannel } from './shop.ts';

const types = { audio: 'AUDIO', image: 'IMAGE', video: 'VIDEO', document: 'DOCUMENT' } as const;
const mimeTypes = {
  AUDIO: 'audio/ogg; codecs=opus',
  IMAGE: 'image/jpeg',
  VIDEO: 'video/mp4',
  DOCUMENT: 'application/pdf',
};

/** The vendor's code behind each rejection. */
const refusals: Partial<Record<RejectionReason, number>> = {
  unreachable: 403,
  not_now: 479,
  restricted: 463,
  rate_limited: 429,
  temporary: 503,
  '400': 400,
};

/** A customer's message in the vendor's own form. */
async function writeMessage(server: ChatServer, { type = 'TEXT', content, file, replyTo }: CustomerSays) {
  const contextInfo = replyTo === undefined ? undefined : { stanzaId: replyTo, participant: server.phone.pnJid };
  if (type === 'LOCATION') {
    const [degreesLatitude, degreesLongitude] = (content ?? '').slice('geo:'.length).split(',').map(Number);
    return { locationMessage: { degreesLatitude, degreesLongitude } };
  }
  if (type === 'TEXT')
    return contextInfo ? { extendedTextMessage: { text: content, contextInfo } } : { conversation: content };
  const bytes = file?.bytes as Buffer;
  const mimetype = mimeTypes[type];
  const media = {
    AUDIO: { audio: bytes, mimetype, ptt: true },
    IMAGE: { image: bytes, mimetype, caption: content },
    VIDEO: { video: bytes, mimetype, caption: content },
    DOCUMENT: { document: bytes, mimetype, fileName: file?.name, caption: content },
  };
  return server.media.upload(media[type]);
}

async function readMessage(server: ChatServer, id: string, message: proto.IMessage): Promise<ShownMessage> {
  const content = extractMessageContent(message) as proto.IMessage;
  const { locationMessage: place, extendedTextMessage: words } = content;
  const replyTo = words?.contextInfo?.stanzaId ?? null;
  const shown = { providerMessageId: id, bytes: null, replyTo };
  if (place) return { ...shown, type: 'LOCATION', content: `geo:${place.degreesLatitude},${place.degreesLongitude}` };
  for (const [kind, type] of Object.entries(types)) {
    const media = content[`${kind as keyof typeof types}Message`];
    if (!media) continue;
    const caption = 'caption' in media ? (media.caption ?? null) : null;
    return { ...shown, type, content: caption, bytes: await server.media.open(message) };
  }
  return { ...shown, type: 'TEXT', content: words?.text ?? content.conversation ?? null };
}

function drive({ shop, server, channelId, channel }: LiveShop): OpenedChannel {
  const isReaction = ({ message }: { message: proto.IMessage }) => Boolean(message.reactionMessage);
  return {
    shop,
    channelId,
    async customerSays(from, what) {
      server.customer(from, what.name);
      return server.say(from, await writeMessage(server, what));
    },
    customerReacts: (from, id, text) =>
      server.say(from, { reactionMessage: { key: { remoteJid: server.phone.pnJid, fromMe: true, id }, text } }),
    readAll: async (from) => server.read(from),
    phoneShows: (phone) =>
      Promise.all(
        server
          .shown(phone)
          .filter((entry) => !isReaction(entry))
          .map(({ id, message }) => readMessage(server, id, message)),
      ),
    async reactionOn(phone, providerMessageId) {
      const reactions = server.shown(phone).flatMap(({ message }) => message.reactionMessage ?? []);
      return reactions.findLast(({ key }) => key?.id === providerMessageId)?.text || null;
    },
    failNext: async (reason) => server.refuseNext(refusals[reason] as number),
    loseNextAnswer: async () => server.loseNextAnswer(),
    duplicate: async () => {
      server.duplicates = true;
    },
    reorder: async () => {
      server.reorders = true;
    },
    async dropConnection() {
      server.cut({ isDown: true });
      await eventually(async () => (await channel()).status !== 'CONNECTED');
    },
    restoreConnection: async () => {
      server.isDown = false;
    },
    async restart() {
      await shop.settle();
      await shop.app.stop();
      const again = await startApp({ home: shop.home, env: environmentOf(server) });
      const live = watchChannel(again, server, channelId);
      await live.hasStatus('CONNECTED');
      return drive(live);
    },
  };
}

const harness: Harness = {
  declares: { provider: '<QR_PROVIDER>', refusals: Object.keys(refusals) as RejectionReason[] },
  async open() {
    const live = await openPaired();
    for (const phone of [maria, joao]) live.server.customer(phone);
    return drive(live);
  },
};

describeConformance('the QR provider', harness);

import { extractMessageContent, jidDecode, proto, type WAMessage, type WAMessageKey } from 'baileys';
import type { Person, ReceivedEvent } from '../protocol.ts';

type Content = proto.IMessage;
type Shown = Pick<Extract<ReceivedEvent, { kind: 'message' }>, 'type' | 'content' | 'media'>;

/** Reads a received stanza as a message, an echo of the phone's own message or a reaction; null for anything else. */
export function readMessage(message: WAMessage, phoneOf: (lid: string) => string | null): ReceivedEvent | null {
  const { key } = message;
  const content = extractMessageContent(message.message);
  if (!key.id || !content) return null;
  const person = readPerson(key.remoteJid ?? '', key.remoteJidAlt, phoneOf, key.fromMe ? null : message.pushName);
  const at = new Date(Number(message.messageTimestamp ?? 0) * 1_000).toISOString();
  if (content.reactionMessage) return readReaction(content.reactionMessage, key, person, at);
  const shown = readContent(message, content);
  if (!shown) return null;
  const event = {
    providerEventId: key.id,
    providerMessageId: key.id,
    ...shown,
    replyTo: findAnswered(content),
    at,
  };
  return key.fromMe ? { kind: 'echo', to: person, ...event } : { kind: 'message', from: person, ...event };
}

/** The person behind a chat, with their other address if the stanza or an earlier mapping names it. */
export function readPerson(
  jid: string,
  otherJid: string | null | undefined,
  phoneOf: (lid: string) => string | null,
  name: string | null | undefined,
): Person {
  const address = toAddress(jid);
  const other = otherJid ? toAddress(otherJid) : null;
  const mapped = address.kind === 'lid' && other?.kind !== 'phone' ? phoneOf(address.value) : null;
  const number = mapped === null ? [] : [{ kind: 'phone' as const, value: mapped }];
  return { addresses: [address, ...(other ? [other] : []), ...number], name: name ?? null };
}

export function toAddress(jid: string): { kind: 'phone' | 'lid'; value: string } {
  const { user, server } = jidDecode(jid) ?? { user: jid, server: 's.whatsapp.net' };
  return server === 'lid' || server === 'hosted.lid'
    ? { kind: 'lid', value: user }
    : { kind: 'phone', value: `+${user}` };
}

function readReaction(
  reaction: proto.Message.IReactionMessage,
  key: WAMessageKey,
  from: Person,
  at: string,
): ReceivedEvent | null {
  const target = reaction.key?.id;
  if (!target || !key.id || key.fromMe) return null;
  const emoji = reaction.text ?? '';
  return { kind: 'reaction', providerEventId: key.id, providerMessageId: target, from, emoji, at };
}

function readContent(message: WAMessage, content: Content): Shown | null {
  const text = content.conversation ?? content.extendedTextMessage?.text;
  if (text) return { type: 'TEXT', content: text, media: null };
  const location = content.locationMessage ?? content.liveLocationMessage;
  if (location) {
    const geo = `geo:${location.degreesLatitude ?? 0},${location.degreesLongitude ?? 0}`;
    return { type: 'LOCATION', content: geo, media: null };
  }
  const attached = readAttachment(content);
  if (attached) {
    const { type, caption, contentType, fileName } = attached;
    const media = { ref: toMediaRef(message, content), contentType: contentType ?? null, fileName: fileName ?? null };
    return { type, content: caption || null, media };
  }
  const said = readChoice(content);
  return said === null ? null : { type: 'TEXT', content: said, media: null };
}

function readAttachment(content: Content) {
  const { imageMessage: image, videoMessage, ptvMessage, audioMessage: audio, stickerMessage: sticker } = content;
  const document = content.documentMessage;
  const video = videoMessage ?? ptvMessage;
  if (image) return { type: 'IMAGE', caption: image.caption, contentType: image.mimetype, fileName: null } as const;
  if (video) return { type: 'VIDEO', caption: video.caption, contentType: video.mimetype, fileName: null } as const;
  if (audio) return { type: 'AUDIO', caption: null, contentType: audio.mimetype, fileName: null } as const;
  if (sticker) return { type: 'IMAGE', caption: null, contentType: sticker.mimetype, fileName: null } as const;
  if (!document) return null;
  const { caption, mimetype: contentType, fileName } = document;
  return { type: 'DOCUMENT', caption, contentType, fileName } as const;
}

/** The text of a choice, a contact or a poll; null for content without meaning to the shop (edits, keys, calls). */
function readChoice(content: Content): string | null {
  const picked =
    content.buttonsResponseMessage?.selectedDisplayText ??
    content.listResponseMessage?.title ??
    content.templateButtonReplyMessage?.selectedDisplayText;
  if (picked) return picked;
  if (content.contactMessage) return `Contact: ${content.contactMessage.displayName ?? ''}`;
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV3;
  if (poll) return `Poll: ${poll.name ?? ''}`;
  return null;
}

function findAnswered(content: Content): string | null {
  const parts = Object.values(content) as ({ contextInfo?: proto.IContextInfo | null } | null)[];
  return parts.find((part) => part?.contextInfo?.stanzaId)?.contextInfo?.stanzaId ?? null;
}

/** The message as a later download needs it, without the thumbnail. */
function toMediaRef(message: WAMessage, content: Content): string {
  const kept = proto.Message.fromObject(content);
  for (const part of Object.values(kept) as ({ jpegThumbnail?: unknown } | null)[]) {
    if (part?.jpegThumbnail) part.jpegThumbnail = undefined;
  }
  const info = proto.WebMessageInfo.fromObject({ key: message.key, message: kept });
  return Buffer.from(proto.WebMessageInfo.encode(info).finish()).toString('base64');
}

export function readMediaRef(ref: string): WAMessage {
  return proto.WebMessageInfo.decode(Buffer.from(ref, 'base64')) as WAMessage;
}

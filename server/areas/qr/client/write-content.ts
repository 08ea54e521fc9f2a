import type { AnyMessageContent, WAMessage } from 'baileys';
import { carriesFile, carriesPlace, type FileMessageType } from '../../channels/schemas.ts';
import type { Outgoing } from '../protocol.ts';

/** Converts an outgoing message to the client library's form. Media are read from the disk during encryption. */
export function writeContent({ type, content, media }: Outgoing): AnyMessageContent {
  if (carriesPlace(type)) return { location: readGeoUri(content ?? '') };
  if (!media) return { text: content ?? '' };
  return fileWriters[carriesFile(type) ? type : 'DOCUMENT'](media, content ?? undefined);
}

type Media = NonNullable<Outgoing['media']>;

const fileWriters: Record<FileMessageType, (media: Media, caption: string | undefined) => AnyMessageContent> = {
  IMAGE: ({ path: url, contentType: mimetype }, caption) => ({ image: { url }, caption, mimetype }),
  VIDEO: ({ path: url, contentType: mimetype }, caption) => ({ video: { url }, caption, mimetype }),
  // Phones play only Opus as a voice note; any other format would show as a broken one.
  AUDIO: ({ path: url, contentType: mimetype }) =>
    mimetype.startsWith('audio/ogg')
      ? { audio: { url }, mimetype: 'audio/ogg; codecs=opus', ptt: true }
      : { audio: { url }, mimetype },
  DOCUMENT: ({ path: url, contentType: mimetype, fileName }, caption) => ({
    document: { url },
    mimetype,
    fileName,
    caption,
  }),
};

/** The message replied to, reduced to what the customer's phone needs to find its own copy. */
export function toQuoted(jid: string, { replyTo }: Outgoing): WAMessage | undefined {
  if (!replyTo) return undefined;
  const key = { remoteJid: jid, fromMe: replyTo.fromMe, id: replyTo.messageId };
  return { key, message: { conversation: replyTo.text } } as WAMessage;
}

/** `geo:-23.55,-46.63;u=10?q=Shop` */
function readGeoUri(uri: string): { degreesLatitude: number; degreesLongitude: number; name?: string } {
  const [, latitude = '0', longitude = '0'] = /^geo:(-?[\d.]+),(-?[\d.]+)/.exec(uri) ?? [];
  const name = new URLSearchParams(uri.split('?')[1] ?? '').get('q');
  return { degreesLatitude: Number(latitude), degreesLongitude: Number(longitude), ...(name ? { name } : {}) };
}

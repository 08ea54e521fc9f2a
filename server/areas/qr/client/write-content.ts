import type { AnyMessageContent, WAMessage } from 'baileys';
import type { Outgoing } from '../protocol.ts';

/** A message of ours in the form that the client library takes. Media are read from the disk while they are encrypted. */
export function writeContent({ type, content, media }: Outgoing): AnyMessageContent {
  if (type === 'LOCATION') return { location: readGeoUri(content ?? '') };
  if (!media) return { text: content ?? '' };
  const { path: url, contentType: mimetype, fileName } = media;
  const caption = content ?? undefined;
  if (type === 'IMAGE') return { image: { url }, caption, mimetype };
  if (type === 'VIDEO') return { video: { url }, caption, mimetype };
  // Only Opus is played as a voice note; everything else would show as a broken one.
  if (type === 'AUDIO' && mimetype.startsWith('audio/ogg')) {
    return { audio: { url }, mimetype: 'audio/ogg; codecs=opus', ptt: true };
  }
  if (type === 'AUDIO') return { audio: { url }, mimetype };
  return { document: { url }, mimetype, fileName, caption };
}

/** The message that is answered, as far as the customer's phone needs it to find its own copy. */
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

import {
  type Address,
  carriesFile,
  carriesPlace,
  type FileMessageType,
  type MessageType,
  type OutgoingMessage,
  type OutgoingTemplate,
} from '../channels/index.ts';
import { GraphError } from './graph-errors.ts';

const mebibyte = 1024 * 1024;

/** The vendor's limits by type, from its media reference. */
const limits: Record<FileMessageType, { types: RegExp; maxBytes: number }> = {
  IMAGE: { types: /^image\/(jpeg|png)$/, maxBytes: 5 * mebibyte },
  VIDEO: { types: /^video\/(mp4|3gpp?)$/, maxBytes: 16 * mebibyte },
  AUDIO: { types: /^(audio\/(aac|amr|mpeg|mp4|x-m4a|ogg)|video\/mp4)/, maxBytes: 16 * mebibyte },
  DOCUMENT: { types: /./, maxBytes: 100 * mebibyte },
};

type Media = NonNullable<OutgoingMessage['media']>;

/** Throws `media_invalid` before the upload for a file that the vendor would reject. */
export function assertMedia(type: MessageType, media: Media): void {
  const limit = limits[carriesFile(type) ? type : 'DOCUMENT'];
  if (!limit.types.test(media.contentType)) {
    throw new GraphError('media_invalid', `The platform does not accept ${media.contentType} as ${type}`);
  }
  if (media.sizeBytes > limit.maxBytes) {
    throw new GraphError('media_invalid', `The platform accepts ${type} up to ${limit.maxBytes / mebibyte} MiB`);
  }
}

/** The content type of an upload: a voice note may use a video container. */
export const uploadType = (type: MessageType, contentType: string): string =>
  type === 'AUDIO' && contentType.startsWith('video/') ? 'audio/mp4' : contentType;

/** A number goes into `to`, a business-scoped id into `recipient`: in `to` it is accepted and silently dropped. */
export function toRecipient(address: Address): { to: string } | { recipient: string } {
  if (address.kind === 'bsuid') return { recipient: address.value };
  if (address.kind === 'phone') return { to: address.value.replace(/^\+/, '') };
  throw new GraphError('unsupported', `The platform cannot address a ${address.kind}`);
}

/** The body of `POST /{phone}/messages`; `mediaId` is the uploaded file, if the message has one. */
export function toGraphMessage(message: OutgoingMessage, mediaId: string | null): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...toRecipient(message.to),
    ...(message.replyTo === null ? {} : { context: { message_id: message.replyTo } }),
    biz_opaque_callback_data: message.reference,
    ...toContent(message, mediaId),
  };
}

function toContent(message: OutgoingMessage, mediaId: string | null): Record<string, unknown> {
  const { type, content, media, template, request } = message;
  if (request) return { type: 'interactive', interactive: toNumberRequest(content ?? '') };
  if (template) return { type: 'template', template: toTemplate(template, message, mediaId) };
  if (carriesPlace(type)) return { type: 'location', location: toLocation(content ?? '') };
  if (media === null || mediaId === null) {
    return { type: 'text', text: { body: content ?? '', preview_url: /https?:\/\//.test(content ?? '') } };
  }
  const kind = type.toLowerCase();
  const caption = content !== null && type !== 'AUDIO' ? { caption: content } : {};
  const filename = type === 'DOCUMENT' ? { filename: media.fileName } : {};
  return { type: kind, [kind]: { id: mediaId, ...caption, ...filename } };
}

/** The vendor's button below the text shares the customer's number, which she may refuse. */
const toNumberRequest = (text: string): object => {
  const name = 'request_contact_info';
  return { type: name, body: { text }, action: { name } };
};

/** Parses `geo:LAT,LON` with an optional name in `q`; the vendor expects degrees as text. */
function toLocation(geo: string): Record<string, unknown> {
  const [, latitude, longitude, query = ''] = /^geo:([-\d.]+),([-\d.]+)(?:[^-\d.?][^?]*)?(?:\?(.*))?$/s.exec(geo) ?? [];
  const name = new URLSearchParams(query).get('q');
  return { latitude, longitude, ...(name ? { name } : {}) };
}

/** The values are already in the vendor's form; a file belongs to the header. */
function toTemplate(
  { name, language, components: filled }: OutgoingTemplate,
  message: OutgoingMessage,
  mediaId: string | null,
): Record<string, unknown> {
  const header = mediaId === null ? [] : [{ type: 'header', parameters: [toHeaderMedia(message, mediaId)] }];
  const components = [...header, ...filled];
  return {
    name,
    language: { code: language, policy: 'deterministic' },
    ...(components.length > 0 ? { components } : {}),
  };
}

function toHeaderMedia(message: OutgoingMessage, mediaId: string): Record<string, unknown> {
  const kind = message.media?.contentType.split('/', 1)[0] ?? '';
  if (kind === 'image' || kind === 'video') return { type: kind, [kind]: { id: mediaId } };
  return { type: 'document', document: { id: mediaId, filename: message.media?.fileName } };
}

import { Readable } from 'node:stream';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import {
  type FileKind,
  findFile,
  insertFile,
  kindOf,
  type StoredBlob,
  type StoredFile,
} from '../../../platform/files/files.ts';
import { parseMediaUrl } from '../../../platform/files/media-links.ts';
import { OutboundError } from '../../../platform/net/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { MessageType } from '../../channels/index.ts';

/**
 * The media of a draft, on our disk: fetched before the transaction that stores the message, and made a file of the
 * workspace in it, so that a refused message leaves no file behind.
 */
export type SendingMedia = { file: StoredFile } | { blob: StoredBlob; fileName: string } | null;

const largestMedia = 100 * 1024 * 1024;
const fetchTimeoutMs = 30_000;

/**
 * Brings the draft's media here: one of our own links, or a URL that is fetched under the outbound rules.
 * Throws 400 `media_unavailable` for what cannot be had.
 */
export async function fetchMedia(
  platform: Platform,
  workspace: Workspace,
  url: string | undefined,
): Promise<SendingMedia> {
  if (url === undefined) return null;
  const ownId = parseMediaUrl(platform, url);
  if (ownId !== null) {
    const file = await findFile(platform.database.read, workspace.id, ownId);
    if (!file) throw invalid('body.mediaUrl', 'This link belongs to no file of the workspace', 'media_unavailable');
    return { file };
  }
  try {
    const chunks = await platform.outbound.download(url, { maxBytes: largestMedia, timeoutMs: fetchTimeoutMs });
    const blob = await platform.files.receive(Readable.from(chunks), {
      maxBytes: largestMedia,
      field: 'body.mediaUrl',
    });
    const fileName = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || `file.${blob.extension}`;
    return { blob, fileName };
  } catch (error) {
    if (error instanceof OutboundError || error instanceof URIError) {
      throw invalid('body.mediaUrl', `The media cannot be fetched: ${error.message}`, 'media_unavailable');
    }
    throw error;
  }
}

export const hashOf = (media: SendingMedia): string | null =>
  media && ('file' in media ? media.file.hash : media.blob.hash);

/** What the bytes are. */
export const kindOfMedia = (media: SendingMedia): FileKind | null =>
  media && kindOf('file' in media ? media.file.contentType : media.blob.contentType);

/** The file of the workspace behind the media. */
export const keepMedia = async (work: Work, media: SendingMedia): Promise<StoredFile | null> =>
  media && ('file' in media ? media.file : insertFile(work, media.blob, media.fileName));

/** Which bytes each type takes. A voice note may come in a container that is made for films. */
const kindsOf: Partial<Record<MessageType, string[]>> = {
  IMAGE: ['IMAGE'],
  VIDEO: ['VIDEO'],
  AUDIO: ['AUDIO', 'VIDEO'],
};

/** The bytes tell what a file is, whatever its name and the caller say. Throws 400 `media_mismatch`. */
export function assertKind(type: MessageType | undefined, media: SendingMedia): void {
  const allowed = type && kindsOf[type];
  if (!allowed || !media) return;
  const { contentType } = 'file' in media ? media.file : media.blob;
  if (allowed.includes(kindOf(contentType))) return;
  throw invalid('body.mediaUrl', `This is ${contentType}, which is no ${type}`, 'media_mismatch');
}

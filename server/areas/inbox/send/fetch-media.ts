import { Readable } from 'node:stream';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { FileKind } from '../../../platform/files/file-kind.ts';
import { findFile, insertFile, kindOf, type StoredBlob, type StoredFile } from '../../../platform/files/files.ts';
import { parseMediaUrl } from '../../../platform/files/media-links.ts';
import { OutboundError } from '../../../platform/net/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { carriesFile, type FileMessageType, type MessageType } from '../../channels/index.ts';

/**
 * The media of a draft, on our disk. It is fetched before the transaction that stores the message and becomes a file of
 * the workspace within it, so a rejected message leaves no file behind.
 */
export type SendingMedia = { file: StoredFile } | { blob: StoredBlob; fileName: string } | null;

const largestMedia = 100 * 1024 * 1024;
const fetchTimeoutMs = 30_000;

/**
 * Resolves the draft's media: one of our own links, or a URL, which is fetched under the outbound rules.
 * Throws 400 `media_unavailable`.
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
    if (!file) throw invalid('body.mediaUrl', 'No file of the workspace has this link', 'media_unavailable');
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

/** The kind of file, from its bytes. */
export const kindOfMedia = (media: SendingMedia): FileKind | null =>
  media && kindOf('file' in media ? media.file.contentType : media.blob.contentType);

/** Makes the media a file of the workspace, if it is not one yet. */
export const keepMedia = async (work: Work, media: SendingMedia): Promise<StoredFile | null> =>
  media && ('file' in media ? media.file : insertFile(work, media.blob, media.fileName));

/** The kinds of file that each type accepts. A voice note may use a video container. */
const kindsOf: Record<FileMessageType, FileKind[] | 'any'> = {
  IMAGE: ['IMAGE'],
  VIDEO: ['VIDEO'],
  AUDIO: ['AUDIO', 'VIDEO'],
  DOCUMENT: 'any',
};

/** Compares the type with the file's bytes, not its name. Throws 400 `media_mismatch`. */
export function assertKind(type: MessageType | undefined, media: SendingMedia): void {
  if (!type || !carriesFile(type) || !media) return;
  const allowed = kindsOf[type];
  const { contentType } = 'file' in media ? media.file : media.blob;
  if (allowed === 'any' || allowed.includes(kindOf(contentType))) return;
  throw invalid('body.mediaUrl', `The file is ${contentType}, which cannot be sent as ${type}`, 'media_mismatch');
}

import type { UploadedFile } from '../../../http/body/uploads.ts';
import { insertFile } from '../../../platform/files/files.ts';
import { mediaUrl } from '../../../platform/files/media-links.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';

/** Stores the one file of an upload; its URL is what a message or a campaign takes as `mediaUrl`. */
export async function storeUpload(
  platform: Platform,
  [upload]: UploadedFile[],
  write: <T>(run: (work: Work) => Promise<T>) => Promise<T>,
) {
  if (!upload) throw new Error('The frame rejects an upload without a file');
  const file = await write((work) => insertFile(work, upload.blob, upload.fileName));
  const { contentType, sizeBytes, fileName, kind } = file;
  return { url: mediaUrl(platform, file.id), contentType, sizeBytes, fileName, kind };
}

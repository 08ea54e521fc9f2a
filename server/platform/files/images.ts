import { open, readFile } from 'node:fs/promises';
import { invalid } from '../problem.ts';
import { findMetadata, hasBlanks, PictureFault } from './metadata/find-metadata.ts';

const maxPixels = 40_000_000;
const thumbnailPixels = 320;

/** The library for images, loaded when the first one comes. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // libvips would keep the files that it has read open, and on Windows an open file cannot be moved.
  sharp.cache(false);
  return sharp;
}

export interface ImageSize {
  width: number;
  height: number;
}

const rewritten = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** True for picture formats that are re-encoded before storage. */
export const isCleanable = (contentType: string): boolean => rewritten.has(contentType);

const unreadable = (field: string) => invalid(field, 'The file is not a readable image', 'unreadable_image');

/**
 * Overwrites EXIF, XMP and comments with zeros in formats that are not re-encoded, because re-encoding would lose frames,
 * pages or quality. Returns true if the file contained any. Throws 400 naming `field` for a broken picture.
 */
export async function blankMetadata(
  path: string,
  { contentType, field }: { contentType: string; field: string },
): Promise<boolean> {
  if (!hasBlanks(contentType)) return false;
  try {
    const ranges = findMetadata(await readFile(path), contentType);
    const file = await open(path, 'r+');
    try {
      for (const [from, to] of ranges) await file.write(Buffer.alloc(to - from), 0, to - from, from);
    } finally {
      await file.close();
    }
    return ranges.length > 0;
  } catch (error) {
    if (error instanceof PictureFault) throw unreadable(field);
    throw error;
  }
}

/**
 * Re-encodes the image at `source` to `target` in its own format, upright and without EXIF (which reveals where a photo
 * was taken), and writes a WebP thumbnail to `thumbnail`. Runs on libvips' threads. Returns the size in pixels. Throws
 * 400 naming `field` when the bytes are not a readable image or exceed 40 megapixels.
 */
export async function cleanImage(
  source: string,
  target: string,
  thumbnail: string,
  { contentType, field }: { contentType: string; field: string },
): Promise<ImageSize> {
  const sharp = await loadSharp();
  // Animated WebP stickers keep their frames.
  const options = { limitInputPixels: maxPixels, animated: contentType === 'image/webp' };
  try {
    const image = sharp(source, options).autoOrient();
    if (contentType === 'image/jpeg') image.jpeg({ quality: 90 });
    const { width, height, pageHeight } = await image.toFile(target);
    await sharp(target, { limitInputPixels: maxPixels })
      .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .toFile(thumbnail);
    return { width, height: pageHeight ?? height };
  } catch (error) {
    const { message } = error as Error;
    if (/no space left/i.test(message)) throw Object.assign(error as Error, { code: 'ENOSPC' });
    if (/pixel limit/i.test(message)) {
      throw invalid(field, 'The image has more than 40 megapixels', 'too_many_pixels');
    }
    throw unreadable(field);
  }
}

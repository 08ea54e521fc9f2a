import { readFile, writeFile } from 'node:fs/promises';
import { invalid, Problem } from '../problem.ts';
import { PictureFault } from './metadata/blanks.ts';
import { findMetadata, hasBlanks } from './metadata/find-metadata.ts';

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

/** True for the 400 with which `cleanImage` and `blankMetadata` refuse a picture. */
export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'validation_failed';

/**
 * Overwrites EXIF, XMP and comments in formats that are not re-encoded, because re-encoding would lose frames, pages or
 * quality. Returns true if the file contained any. Throws 400 naming `field` for a broken picture.
 */
export async function blankMetadata(
  path: string,
  { contentType, field }: { contentType: string; field: string },
): Promise<boolean> {
  if (!hasBlanks(contentType)) return false;
  try {
    const bytes = await readFile(path);
    const { zeros, writes } = findMetadata(bytes, contentType);
    if (zeros.length + writes.length === 0) return false;
    for (const [from, to] of zeros) bytes.fill(0, from, to);
    for (const [at, part] of writes) part.copy(bytes, at);
    await writeFile(path, bytes, { flag: 'r+' });
    return true;
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

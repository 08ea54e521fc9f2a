import sharp from 'sharp';
import { invalid } from '../problem.ts';

const maxPixels = 40_000_000;
const thumbnailPixels = 320;

// libvips would keep the files that it has read open, and a temp file could not be moved on Windows.
sharp.cache(false);

export interface ImageSize {
  width: number;
  height: number;
}

const rewritten = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The formats that are cleaned before they are kept; others are kept as they come. */
export const isCleanable = (contentType: string): boolean => rewritten.has(contentType);

/**
 * Writes the image at `source` anew to `target`, in its own format, upright and without EXIF (which tells where a photo
 * was taken), and a WebP thumbnail to `thumbnail`. Runs on libvips' threads. Answers the size in pixels.
 * Throws 400 naming `field` when the bytes are not a readable image or it has more than 40 megapixels.
 */
export async function cleanImage(
  source: string,
  target: string,
  thumbnail: string,
  { contentType, field }: { contentType: string; field: string },
): Promise<ImageSize> {
  // Animated stickers are WebP and keep their frames.
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
    throw invalid(field, 'The file is not a readable image', 'unreadable_image');
  }
}

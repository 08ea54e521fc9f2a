import { type Blanks, PictureFault, type Range } from './blanks.ts';
import { inApng } from './in-apng.ts';
import { inGif } from './in-gif.ts';
import { inHeif } from './in-heif.ts';
import { inJpeg2000, inJpegXl } from './in-jpeg-boxes.ts';
import { inTiff } from './in-tiff.ts';

const readers: Record<string, (bytes: Buffer) => Blanks> = {
  'image/apng': inApng,
  'image/gif': inGif,
  'image/tiff': inTiff,
  'image/jxl': inJpegXl,
  'image/jp2': inJpeg2000,
  'image/jpx': inJpeg2000,
  ...Object.fromEntries(
    ['avif', 'heic', 'heif', 'heic-sequence', 'heif-sequence'].map((name) => [`image/${name}`, inHeif]),
  ),
};

/** True for a format that `findMetadata` knows. */
export const hasBlanks = (contentType: string): boolean => Object.hasOwn(readers, contentType);

/**
 * Finds EXIF, XMP, IPTC, comments, and bytes of no known purpose in a picture. The changes returned alter neither the
 * picture nor any offset in the file. Throws `PictureFault` if the file's structure is invalid.
 */
export function findMetadata(bytes: Buffer, contentType: string): Blanks {
  try {
    const { zeros, writes } = readers[contentType]?.(bytes) ?? { zeros: [], writes: [] };
    return { zeros: merge(zeros), writes };
  } catch (error) {
    // A length points beyond the end of the file.
    if (error instanceof RangeError) throw new PictureFault('The picture ends early');
    throw error;
  }
}

/** Merges overlapping ranges, because a file whose parts all point to one place would cost many times its size. */
function merge(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) merged.push([from, to]);
  }
  return merged;
}

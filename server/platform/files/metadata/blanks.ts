/** A half-open range of bytes. */
export type Range = [from: number, to: number];

/** The changes that remove metadata from a picture in place: ranges of zeros, then bytes written over them. */
export interface Blanks {
  zeros: Range[];
  writes: [at: number, bytes: Buffer][];
}

/** The file's structure is invalid, so its metadata cannot be located. */
export class PictureFault extends Error {}

/** Limit of a TIFF's tags, or a HEIC's boxes, items and extents; far more than real pictures have. */
export const mostParts = 50_000;

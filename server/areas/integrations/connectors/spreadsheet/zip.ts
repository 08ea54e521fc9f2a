import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { WorkbookFault } from './row-wish.ts';

const mostParts = 5_000;
const mostUnpackedBytes = 100 * 1024 * 1024;
/** Signature of a workbook with a password, or from before 2007. */
const oldFormat = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** A file inside the workbook. */
export interface Part {
  bytes: Buffer;
  isCompressed: boolean;
  modifiedAt: Date;
}

/** The parts of a workbook by name, in file order. Throws `WorkbookFault`. */
export async function readParts(bytes: Uint8Array): Promise<Map<string, Part>> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, oldFormat.length).equals(oldFormat)) {
    throw new WorkbookFault('The workbook has a password, or is an old .xls: save it as .xlsx without one');
  }
  try {
    return await unpack(file);
  } catch (error) {
    if (error instanceof WorkbookFault) throw error;
    throw new WorkbookFault(`The workbook is damaged: ${(error as Error).message}`);
  }
}

async function unpack(file: Buffer): Promise<Map<string, Part>> {
  const archive = await fromBufferPromise(file);
  if (archive.entryCount > mostParts) throw new WorkbookFault('The workbook has too many parts');
  const parts = new Map<string, Part>();
  let left = mostUnpackedBytes;
  for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
    // Some programs list the folders, too; they are no parts.
    if (entry.fileName.endsWith('/')) continue;
    // The library aborts an entry that unpacks to more than its stated size.
    left -= entry.uncompressedSize;
    if (left < 0) throw new WorkbookFault('The workbook is too large to process');
    const bytes = await buffer(await archive.openReadStreamPromise(entry));
    if (crc32(bytes) !== entry.crc32 || parts.has(entry.fileName)) {
      throw new WorkbookFault(`The workbook is damaged: ${entry.fileName}`);
    }
    parts.set(entry.fileName, {
      bytes,
      isCompressed: entry.compressionMethod !== 0,
      modifiedAt: entry.getLastModDate(),
    });
  }
  return parts;
}

/** Zips the parts into a workbook. */
export function writeParts(parts: Map<string, Part>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, { bytes, isCompressed, modifiedAt }] of parts) {
    archive.addBuffer(bytes, name, { compress: isCompressed, mtime: modifiedAt });
  }
  archive.end();
  return buffer(archive.outputStream);
}

import mammoth from 'mammoth';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import type { ExtractedDocument } from '../passages/chunk-document.ts';
import { SourceFault } from '../sources/source-fault.ts';
import { readHtml } from './html.ts';

const maxEntries = 1_000;
const maxUnpackedBytes = 100 * 1024 * 1024;
/** A single repeated letter compresses 1,000 to 1; real text stays far below 100. */
const maxRatio = 100;
/** Below this size the ratio is ignored: small documents are mostly markup, which compresses well. */
const ratioCountsFromBytes = 5 * 1024 * 1024;

export async function readDocx(bytes: Buffer): Promise<ExtractedDocument> {
  await assertUnpacksWell(bytes);
  const options = {
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    externalFileAccess: false,
  };
  const { value } = await mammoth.convertToHtml({ buffer: bytes }, options);
  return readHtml(value);
}

/** Unpacks everything once and discards it, since an archive may lie about its sizes. */
async function assertUnpacksWell(bytes: Buffer): Promise<void> {
  const archive: ZipFile = await fromBufferPromise(bytes);
  if (archive.entryCount > maxEntries) throw new SourceFault('unpacks_too_large', `${archive.entryCount} parts`);
  let unpackedBytes = 0;
  for await (const entry of archive.eachEntry()) {
    const stream = await archive.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length;
      const isBomb = unpackedBytes > ratioCountsFromBytes && unpackedBytes > bytes.length * maxRatio;
      if (isBomb || unpackedBytes > maxUnpackedBytes) throw new SourceFault('unpacks_too_large');
    }
  }
}

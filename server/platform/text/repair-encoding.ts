import { decodeUtf8 } from './text-encoding.ts';

const decoder = new TextDecoder('windows-1252');

/** The characters of Windows-1252 by byte, and the reverse. */
const characters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
const byteOf = new Map(characters.map((character, byte) => [character, byte]));

/**
 * Repairs a text that was decoded wrongly before it arrived as JSON. Undoes the two lossless mistakes:
 * - UTF-8 bytes read as Windows-1252 or Latin-1 (`JoÃ£o`): when every character is such a byte and all bytes together are
 *   valid UTF-8, which no natural text is, they are decoded as UTF-8;
 * - Windows-1252 bytes read as Latin-1: `€` and the curly quotes became control characters.
 * Characters replaced by U+FFFD are lost. Removes a BOM.
 */
export function repairEncoding(text: string): string {
  const repaired = readAsUtf8(text) ?? text.replaceAll(/[\x80-\x9f]/g, (control) => characterOf(control));
  return repaired.replace(/^\uFEFF/, '');
}

const characterOf = (control: string): string => characters[control.charCodeAt(0)] as string;

function readAsUtf8(text: string): string | null {
  if (!/[\x80-\uFFFF]/.test(text)) return null;
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = byteOf.get(text[index] as string) ?? text.charCodeAt(index);
    if (byte > 255) return null;
    bytes[index] = byte;
  }
  return decodeUtf8(bytes);
}

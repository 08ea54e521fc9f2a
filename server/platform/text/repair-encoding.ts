const decoder = new TextDecoder('windows-1252');

/** The character of each byte in Windows-1252, and back. */
const characters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
const byteOf = new Map(characters.map((character, byte) => [character, byte]));

/**
 * A file's text has been decoded before it comes to us as JSON. This undoes the two mistakes that lose nothing:
 * - UTF-8 bytes read as Windows-1252 or Latin-1 (`JoÃ£o`): the text is turned back into those bytes and read as UTF-8,
 *   when every one of its characters is such a byte and together they are valid UTF-8, which no natural text is;
 * - Windows-1252 bytes read as Latin-1: `€` and the curly quotes have become control characters.
 * What was replaced by U+FFFD is lost and stays. A BOM is taken off.
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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

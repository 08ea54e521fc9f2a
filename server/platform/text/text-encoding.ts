const utf16Bom = { le: [0xff, 0xfe], be: [0xfe, 0xff] };
/** The five bytes undefined in Windows-1252. */
const undefinedIn1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Largest share of NULs in a text: careless programs pad with some. */
const mostNuls = 0.1;
const looksAtBytes = 4_096;

/** Decodes UTF-8 and skips a BOM; null for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** False for lone surrogates, which UTF-8 cannot encode, and for NUL, which ends a string in many programs. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Decodes bytes to text without BOM and NULs; null when they are not text. Detects UTF-16 by its BOM or by the zero
 * bytes next to Latin letters, then tries UTF-8, then Windows-1252, which older Windows programs write. With `isCut`
 * the bytes may end within a character.
 */
export function decodeText(bytes: Uint8Array, { isCut = false } = {}): string | null {
  const encoding = findUtf16(bytes);
  const text = encoding ? new TextDecoder(encoding).decode(bytes, { stream: isCut }) : decodeBytes(bytes, isCut);
  if (text === null || hasControls(text)) return null;
  return text.replaceAll('\0', '');
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (utf16Bom.le.every((byte, index) => bytes[index] === byte)) return 'utf-16le';
  if (utf16Bom.be.every((byte, index) => bytes[index] === byte)) return 'utf-16be';
  const zeros = [0, 0] as [even: number, odd: number];
  const end = Math.min(bytes.length, looksAtBytes);
  for (let index = 0; index < end; index++) if (bytes[index] === 0) zeros[(index % 2) as 0 | 1] += 1;
  const pairs = end / 2;
  const most = Math.max(...zeros);
  if (most < pairs * 0.5 || Math.min(...zeros) > pairs * mostNuls) return null;
  return most === zeros[1] ? 'utf-16le' : 'utf-16be';
}

function decodeBytes(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return bytes.some((byte) => undefinedIn1252.has(byte)) ? null : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** True for control characters that text never contains, or more NULs than padding explains. */
function hasControls(text: string): boolean {
  let nuls = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0) nuls += 1;
    else if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) return true;
  }
  return nuls > text.length * mostNuls;
}

import { v7 } from 'uuid';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** A TypeID: the prefix tells the kind, the 26 characters are a UUIDv7 in Crockford's base 32 and sort by time. */
export function newId(prefix: string): string {
  const bytes = v7(undefined, new Uint8Array(16));
  let text = `${prefix}_`;
  // 26 characters carry 130 bits: the two in front of the 128 are zero.
  let pending = 0;
  let bits = 2;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += crockford[(pending >> bits) & 31];
      pending &= (1 << bits) - 1;
    }
  }
  return text;
}

import { v7 } from 'uuid';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** A TypeID: the prefix tells the kind, the 26 characters are a UUIDv7 in Crockford's base 32 and sort by time. */
export function newId(prefix: string): string {
  const bytes = v7(undefined, new Uint8Array(16));
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = crockford[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return `${prefix}_${text}`;
}

import { TypeID, typeid } from 'typeid-js';

/** Returns a TypeID, such as `order_01h2…`: a prefix for the kind and a UUIDv7 in base 32, so that ids sort by time. */
export const newId = (prefix: string): string => typeid(prefix).toString();

/** Returns when an id was made, in ms since 1970; null for a text that is no id of this kind. */
export function timeOfId(prefix: string, id: string): number | null {
  try {
    const bytes = TypeID.fromString(id, prefix).toUUIDBytes();
    return Buffer.from(bytes).readUIntBE(0, 6);
  } catch {
    return null;
  }
}

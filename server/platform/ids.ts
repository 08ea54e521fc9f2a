import { typeid } from 'typeid-js';

/** Returns a TypeID, such as `order_01h2…`: a prefix for the kind and a UUIDv7 in base 32, so that ids sort by time. */
export const newId = (prefix: string): string => typeid(prefix).toString();

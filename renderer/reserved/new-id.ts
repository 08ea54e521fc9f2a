/** Returns a new random id of 128 bits, in hex. `crypto.randomUUID` is missing on plain http pages. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns the path of a file's absolute address. Pages of another device reach the server under another host, and the
 * policy of a page allows its host only.
 */
export const mediaPath = (url: string): string => new URL(url, location.href).pathname;

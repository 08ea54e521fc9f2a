/**
 * Path of a file that the server names by an address of its own. Pages of another device know the server by another host,
 * and a page loads pictures from its own host alone.
 */
export const mediaPath = (url: string): string => new URL(url, location.href).pathname;

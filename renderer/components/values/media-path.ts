/**
 * Returns the path of a file's absolute URL. Other devices reach the server under another host, and the content security
 * policy allows only the page's own host.
 */
export const mediaPath = (url: string): string => new URL(url, location.href).pathname;

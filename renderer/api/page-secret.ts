/**
 * Secret that the server returns at sign-in. Browsers store it per origin but send cookies to every port of the host,
 * so the server requires both.
 */
const key = 'frontdesk.page';

export const keepPageSecret = (secret: string): void => localStorage.setItem(key, secret);
export const forgetPageSecret = (): void => localStorage.removeItem(key);

/** Header of each request. Read each time, because another tab may have signed in or out. */
export function pageHeaders(): Record<string, string> {
  const secret = localStorage.getItem(key);
  return secret === null ? {} : { 'X-Frontdesk-Page': secret };
}

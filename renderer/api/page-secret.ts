/**
 * What the server gave this page when it signed in. Browsers keep it to this origin, while they send the cookie to every
 * port of the host, so both together show who asks.
 */
const key = 'frontdesk.page';

export const keepPageSecret = (secret: string): void => localStorage.setItem(key, secret);
export const forgetPageSecret = (): void => localStorage.removeItem(key);

/** The header that goes with each request. Read anew: another tab may have signed in or out. */
export function pageHeaders(): Record<string, string> {
  const secret = localStorage.getItem(key);
  return secret === null ? {} : { 'X-Frontdesk-Page': secret };
}

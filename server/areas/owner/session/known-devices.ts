import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../../platform/access/secrets.ts';

/** Cookie of a browser in which a person has signed in. It grants no access; its sign-in attempts are counted separately. */
export const deviceCookie = 'frontdesk_device';

/** The longest lifetime that browsers allow a cookie. */
export const deviceSeconds = 400 * 24 * 60 * 60;

const purpose = 'device';

/** Returns a new cookie value for a person's browser. */
export function issueDevice(secrets: Secrets, userId: string): string {
  const device = `${userId}.${randomBytes(16).toString('base64url')}`;
  return `${device}.${secrets.sign(purpose, device)}`;
}

/** Returns the id of a browser in which this person has signed in before; null for another person's or a forged cookie. */
export function readDevice(secrets: Secrets, cookie: string | null, userId: string): string | null {
  const [owner = '', nonce = '', signature = ''] = (cookie ?? '').split('.');
  const device = `${owner}.${nonce}`;
  return owner === userId && secrets.verify(purpose, device, signature) ? device : null;
}

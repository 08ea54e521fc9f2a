import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../../platform/access/secrets.ts';

/** Cookie of a browser in which somebody has signed in. It opens nothing; tries from this browser are counted separately. */
export const deviceCookie = 'frontdesk_device';

/** The longest time that browsers keep a cookie. */
export const deviceSeconds = 400 * 24 * 60 * 60;

const purpose = 'device';

/** Returns a new value of the cookie for the browser of a person. */
export function issueDevice(secrets: Secrets, userId: string): string {
  const device = `${userId}.${randomBytes(16).toString('base64url')}`;
  return `${device}.${secrets.sign(purpose, device)}`;
}

/** Returns the browser in which this person has signed in before; null for another person's cookie or a forged one. */
export function readDevice(secrets: Secrets, cookie: string | null, userId: string): string | null {
  const [owner = '', nonce = '', signature = ''] = (cookie ?? '').split('.');
  const device = `${owner}.${nonce}`;
  return owner === userId && secrets.verify(purpose, device, signature) ? device : null;
}

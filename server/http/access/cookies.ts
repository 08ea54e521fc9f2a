import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Platform } from '../../platform/platform.ts';

/** True if the browser connected over https, to this server or to a proxy at the public address. */
function isOverHttps({ config }: Platform, { socket, headers }: IncomingMessage): boolean {
  if ('encrypted' in socket) return true;
  const host = `https://${headers.host}`;
  const { publicUrl } = config;
  return publicUrl !== null && URL.canParse(host) && new URL(host).origin === new URL(publicUrl).origin;
}

/**
 * Returns the name of a cookie for this connection. It differs over https: browsers do not let an http page replace a
 * cookie set over https, so sign-in would fail once https is switched off.
 */
const nameOn = (platform: Platform, request: IncomingMessage, name: string): string =>
  isOverHttps(platform, request) ? `__Host-${name}` : name;

/** Returns a cookie's value; null if the browser did not send it. */
export function readCookie(platform: Platform, request: IncomingMessage, name: string): string | null {
  const wanted = nameOn(platform, request, name);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === wanted && value) return value;
  }
  return null;
}

/** Adds an HttpOnly, same-site cookie to the response; 0 seconds remove it. */
export function setCookie(platform: Platform, request: Request, name: string, value: string, seconds: number): void {
  const secure = isOverHttps(platform, request) ? '; Secure' : '';
  const cookie = `${nameOn(platform, request, name)}=${value}; Path=/; HttpOnly; SameSite=Strict`;
  request.res?.append('Set-Cookie', `${cookie}; Max-Age=${seconds}${secure}`);
}
